/** The store's statements. Each takes its values in the order that its comment gives. */

/** estate: held until the transaction ends, so that two captures of one estate follow each other. */
export const lockEstate = `select pg_advisory_xact_lock(hashtextextended('backlot estate ' || $1, 0))`;

/** A fresh salt; kept only where there is none yet. */
export const offerSalt = `insert into installation (fingerprint_salt) values ($1) on conflict do nothing`;

/** The salt. */
export const readSalt = `select fingerprint_salt from installation`;

/** estate, captured at. */
export const addCapture = `insert into estate_capture (estate, captured_at) values ($1, $2) returning id`;

/** capture, estate, collector, place, sha256, as of, is complete, sightings, coverage. */
export const addReading = `
insert into estate_reading (capture_id, estate, collector, place, sha256, as_of, is_complete, sightings, coverage)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
returning id`;

/** reading, and a JSON list of facts. A value that is JSON's null (no health check) comes out of the list as SQL's. */
export const addFacts = `
insert into estate_fact (reading_id, subject_key, subject, attribute, value, method, place, observations)
select $1, fact.subject_key, fact.subject, fact.attribute, coalesce(fact.value, 'null'), fact.method, fact.place, fact.observations
from jsonb_to_recordset($2::jsonb) as fact (
  subject_key text, subject jsonb, attribute text, value jsonb, method text, place text, observations bigint
)`;

/** estate, sha256, document. */
export const addSnapshot = `
insert into estate_snapshot (estate, sha256, document) values ($1, $2, $3) on conflict do nothing`;

/** capture, estate, sha256, the readings that it rests on. */
export const nameSnapshot = `
insert into estate_capture_snapshot (capture_id, estate, sha256, in_force) values ($1, $2, $3, $4)`;

/**
 * estate, capture: the readings in force, which are among those of the capture before and of this one. Of what is complete
 * (an inventory, a configuration), the latest of each place, and nothing of a part of a place that was read whole since
 * (\`engine (label app)\` is a part of \`engine\`); of a window of telemetry, all: which facts of all these are in force is
 * for \`factsInForce\` to say.
 */
export const readingsInForce = `
with candidate as (
  select * from estate_reading
  where capture_id = $2 or id in (
    select unnest(in_force) from (
      select in_force from estate_capture_snapshot where estate = $1 order by capture_id desc limit 1
    ) before)
)
select reading.id, reading.collector, reading.place, reading.sha256, reading.is_complete, reading.sightings
from candidate reading
where not reading.is_complete or not exists (
  select from candidate later
  where later.is_complete and later.collector = reading.collector and later.id > reading.id
    and (later.place = reading.place or starts_with(reading.place, later.place || ' (label ')))
order by reading.id`;

/**
 * readings: their facts in force. What a window of telemetry says of a subject holds until a later window says otherwise:
 * what was not used meanwhile has not gone. Only the processes of a component are told together, as each starts under a
 * name of its own. What is complete competes with other readings of its place alone: with those of a part of it.
 */
export const factsInForce = `
with candidate as (
  select fact.id, fact.reading_id, fact.subject, fact.attribute, fact.value, fact.method, fact.place, fact.observations,
    dense_rank() over (
      partition by reading.collector,
        case when reading.is_complete then split_part(reading.place, ' (label ', 1) end,
        case when not reading.is_complete and fact.subject ->> 'kind' = 'instance'
          then fact.subject ->> 'component' else fact.subject_key end,
        fact.attribute, fact.method
      order by reading.as_of desc, reading.id desc
    ) as age
  from estate_fact fact join estate_reading reading on reading.id = fact.reading_id
  where fact.reading_id = any($1::bigint[])
)
select reading_id, subject, attribute, value, method, place, observations
from candidate
where age = 1
order by id`;

/** estate: captures, the latest first. */
export const listCaptures = `
select capture.captured_at, snapshot.sha256,
  (select count(*)::int from estate_reading reading where reading.capture_id = capture.id) as readings
from estate_capture capture join estate_capture_snapshot snapshot on snapshot.capture_id = capture.id
where capture.estate = $1
order by capture.id desc
limit $2`;

/** All estates that were captured. */
export const listEstates = `select distinct estate from estate_capture order by estate`;

/** estate: the latest reading of each place, in the order in which they were taken. */
export const latestReadings = `
select collector, place, sha256, as_of, is_complete, coverage
from (
  select distinct on (collector, place) * from estate_reading where estate = $1 order by collector, place, id desc
) latest
order by id`;

/** estate: when the system was as each thing that was ever read says; of one thing read twice, the last time. */
export const readingAges = `
select distinct on (collector, sha256) collector, sha256, as_of
from estate_reading where estate = $1 order by collector, sha256, id desc`;

/** estate, the beginning of a snapshot's name. */
export const findSnapshots = `
select sha256, document from estate_snapshot where estate = $1 and starts_with(sha256, $2) order by sha256 limit 2`;
