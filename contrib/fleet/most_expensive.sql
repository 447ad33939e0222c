-- Which members cost the fleet most in the last seven days that each service was recorded?
--
-- Reads the view `profiles` (docs/fleet.md), in SQL that DuckDB and Spark understand alike. `share` is
-- what contended loads of the datum took of the cycles that were sampled of the service, with bounds at
-- 95 % for the number of samples; `per_million` is how many of a million loads and stores they were.
-- Each recording counts for the order alike, however long. Recordings that are more than a day ahead of
-- the clock of who asks are left out: the clock of their host was wrong.
with past as (
  select * from profiles
  where time <= current_timestamp + interval 1 day
),
newest as (
  select service as of_service, max(time) as newest_time
  from past
  group by service
),
week as (
  select * from past
  join newest on service = of_service
  where time > newest_time - interval 7 days
),
services as ( -- what shares are of
  select service, sum(recordings) as recordings,
         cast(sum(total_cost) as double) as cycles,
         cast(sum(estimated_loads + estimated_stores) as double) as accesses,
         cast(sum(estimated_loads) as double) / nullif(sum(total_loads), 0) as loads_a_sample
  from week
  where kind = 'recording'
  group by service
),
told as (
  select service, object, member, sharing,
         row_number() over (partition by service, object, member
                            order by case when sharing = '' then -1 else sum(contended) end desc,
                                     sharing) as place
  from week
  where kind = 'data'
  group by service, object, member, sharing
),
verdicts as ( -- the kind of sharing that most of the contended loads tell, of equals the first by name
  select service, object, member, sharing from told where place = 1
),
data as (
  select service, object, member, count(distinct host) as hosts,
         cast(sum(contended) as double) as n, cast(sum(contended_cost) as double) as cost,
         sum(contended_squares) as squares
  from week
  where kind = 'data' and contended > 0
  group by service, object, member
),
counted as ( -- Poisson bounds of the number of samples (Byar)
  select *,
         n * power(1 - 1 / (9 * n) - 1.959964 / (3 * sqrt(n)), 3) as n_low,
         (n + 1) * power(1 - 1 / (9 * (n + 1)) + 1.959964 / (3 * sqrt(n + 1)), 3) as n_high
  from data
  where n >= 8
),
bounded as ( -- of the sum of their costs (Dobson and others)
  select *,
         cost + sqrt(squares / n) * (n_low - n) as cost_low,
         cost + sqrt(squares / n) * (n_high - n) as cost_high
  from counted
)
select service, object, member, sharing, hosts,
       cast(n as bigint) as contended,
       cost / nullif(cycles, 0) as share,
       greatest(cost_low, 0) / nullif(cycles, 0) as share_low,
       cost_high / nullif(cycles, 0) as share_high,
       1000000 * n * loads_a_sample / nullif(accesses, 0) as per_million
from bounded
join services using (service)
join verdicts using (service, object, member)
where n * loads_a_sample >= 0.00004 * accesses -- the floor of fsfind report
order by cost / nullif(cycles, 0) * recordings desc, service, object, member
limit 20
