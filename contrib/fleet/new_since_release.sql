-- What contends in the newest release of a service that did not in the release before?
--
-- Reads the view `profiles` (docs/fleet.md), in SQL that DuckDB and Spark understand alike. Releases
-- follow each other by the time of their first recording. A datum is listed if the lower bound of its
-- share of the sampled cycles in the newest release lies above the upper bound in the one before, both
-- at 95 % for the number of samples.
with releases as (
  select service, release, cast(sum(total_cost) as double) as cycles,
         row_number() over (partition by service order by min(time) desc, release) as age
  from profiles
  where kind = 'recording' and release <> ''
  group by service, release
),
pairs as (
  select newer.service as service, newer.release as release, older.release as before,
         newer.cycles as cycles, older.cycles as cycles_before
  from releases as newer
  join releases as older on older.service = newer.service and older.age = 2
  where newer.age = 1
),
sums as (
  select service, release, object, member, count(distinct host) as hosts,
         cast(sum(contended) as double) as n, cast(sum(contended_cost) as double) as cost,
         sum(contended_squares) as squares
  from profiles
  where kind = 'data' and contended > 0
  group by service, release, object, member
),
matched as (
  select pairs.*, sums.object, sums.member, sums.hosts, sums.n, sums.cost, sums.squares,
         coalesce(old.n, 0) as old_n, coalesce(old.cost, 0) as old_cost,
         -- a sample costs what it costs now, where none was met before
         coalesce(sqrt(old.squares / old.n), sqrt(sums.squares / sums.n)) as old_scale
  from pairs
  join sums on sums.service = pairs.service and sums.release = pairs.release
  left join sums as old on old.service = pairs.service and old.release = pairs.before
                       and old.object = sums.object and old.member = sums.member
  where sums.n >= 8
),
bounded as ( -- Poisson bounds (Byar), and those of sums of costs (Dobson and others)
  select *,
         cost + sqrt(squares / n)
           * (n * power(1 - 1 / (9 * n) - 1.959964 / (3 * sqrt(n)), 3) - n) as cost_low,
         old_cost + old_scale
           * ((old_n + 1) * power(1 - 1 / (9 * (old_n + 1)) + 1.959964 / (3 * sqrt(old_n + 1)), 3)
              - old_n) as old_high
  from matched
)
select service, before, release, object, member, hosts,
       cast(n as bigint) as contended,
       cost / nullif(cycles, 0) as share,
       greatest(cost_low, 0) / nullif(cycles, 0) as share_low,
       old_cost / nullif(cycles_before, 0) as share_before,
       old_high / nullif(cycles_before, 0) as share_before_high
from bounded
where cost_low / nullif(cycles, 0) > old_high / nullif(cycles_before, 0)
order by cost / nullif(cycles, 0) desc, service, object, member
