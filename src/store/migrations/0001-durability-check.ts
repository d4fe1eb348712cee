/** One row for each step of a durability self-check, whatever was killed while it ran. */
export const durabilityCheck = `
create table durability_check_step (
  check_id text not null,
  step integer not null,
  recorded_at timestamptz not null,
  recorded_by_pid integer not null,
  attempts integer not null default 1,
  primary key (check_id, step)
);
`;
