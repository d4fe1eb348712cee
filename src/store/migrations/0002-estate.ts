/**
 * What is known of estates. Rows are added and never changed: a later reading of the same place takes the earlier one out
 * of force by being later.
 */
export const estate = `
create table installation (
  only_row boolean primary key default true check (only_row),
  -- Makes the fingerprints of secret values: they can be compared within this database, and nowhere else.
  fingerprint_salt bytea not null
);

create table estate_capture (
  id bigint generated always as identity primary key,
  estate text not null,
  captured_at timestamptz not null
);
create index estate_capture_latest on estate_capture (estate, id desc);

create table estate_reading (
  id bigint generated always as identity primary key,
  capture_id bigint not null references estate_capture (id),
  estate text not null,
  collector text not null,
  place text not null,
  sha256 text not null,
  as_of timestamptz not null,
  is_complete boolean not null,
  sightings jsonb not null,
  coverage jsonb not null
);
create index estate_reading_latest on estate_reading (estate, collector, place, id desc);

create table estate_fact (
  id bigint generated always as identity primary key,
  reading_id bigint not null references estate_reading (id),
  subject_key text not null,
  subject jsonb not null,
  attribute text not null,
  value jsonb not null,
  method text not null check (method in ('captured', 'declared')),
  place text,
  observations bigint
);
create index estate_fact_reading on estate_fact (reading_id);

create table estate_snapshot (
  estate text not null,
  sha256 text not null,
  -- Canonical JSON, exactly the text that sha256 names.
  document text not null,
  primary key (estate, sha256)
);

create table estate_capture_snapshot (
  capture_id bigint primary key references estate_capture (id),
  estate text not null,
  sha256 text not null,
  foreign key (estate, sha256) references estate_snapshot (estate, sha256)
);
`;
