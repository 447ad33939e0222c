-- Where does a member cost most: by service, kernel and processor?
--
-- Reads the view `profiles` (docs/fleet.md), in SQL that DuckDB and Spark understand alike. `share` is
-- of the cycles that were sampled of the same service, kernel and processor, with bounds at 95 % for
-- the number of samples; `dearest` is the largest part that one host has in it, to tell a few hosts
-- from all.
with machines as (
  select service, kernel, cpu_model, cast(sum(total_cost) as double) as cycles,
         count(distinct host) as hosts_seen
  from profiles
  where kind = 'recording'
  group by service, kernel, cpu_model
),
of_hosts as (
  select service, kernel, cpu_model, object, member, host,
         cast(sum(contended) as double) as n, cast(sum(contended_cost) as double) as cost,
         sum(contended_squares) as squares
  from profiles
  where kind = 'data' and contended > 0
  group by service, kernel, cpu_model, object, member, host
),
data as (
  select service, kernel, cpu_model, object, member, count(*) as hosts,
         sum(n) as n, sum(cost) as cost, sum(squares) as squares, max(cost) as dearest_host
  from of_hosts
  group by service, kernel, cpu_model, object, member
),
bounded as ( -- Poisson bounds (Byar), and those of sums of costs (Dobson and others)
  select *,
         cost + sqrt(squares / n)
           * (n * power(1 - 1 / (9 * n) - 1.959964 / (3 * sqrt(n)), 3) - n) as cost_low,
         cost + sqrt(squares / n)
           * ((n + 1) * power(1 - 1 / (9 * (n + 1)) + 1.959964 / (3 * sqrt(n + 1)), 3) - n)
           as cost_high
  from data
  where n >= 8
)
select service, object, member, kernel, cpu_model, hosts, hosts_seen,
       cast(n as bigint) as contended,
       cost / nullif(cycles, 0) as share,
       greatest(cost_low, 0) / nullif(cycles, 0) as share_low,
       cost_high / nullif(cycles, 0) as share_high,
       dearest_host / nullif(cost, 0) as dearest
from bounded join machines using (service, kernel, cpu_model)
order by service, object, member, cost / nullif(cycles, 0) desc, kernel, cpu_model
