/**
 * Which readings still said something when a snapshot was frozen: the next looks at these and at its own, and not at all
 * that were ever taken. Of captures from before, all readings until then: a superset does no harm.
 */
export const readingsInForce = `
alter table estate_capture_snapshot add column in_force bigint[] not null default '{}';
update estate_capture_snapshot captured set in_force = (
  select coalesce(array_agg(reading.id), '{}') from estate_reading reading
  where reading.estate = captured.estate and reading.capture_id <= captured.capture_id);
alter table estate_capture_snapshot alter column in_force drop default;
create index estate_capture_snapshot_latest on estate_capture_snapshot (estate, capture_id desc);
`;
