import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { killCommands, startCommand } from '../testing/command.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/temporary-dir.ts';

jest.setTimeout(120_000);

const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}, cwd?: string) =>
  startCommand(words, { env, ...(cwd === undefined ? {} : { cwd }) }).ended;

interface DoctorResult {
  readonly healthy: boolean;
  readonly findings: readonly { readonly name: string; readonly state: string; readonly remedy?: string }[];
}

const stateOf = ({ findings }: DoctorResult, name: string): string | undefined =>
  findings.find((finding) => finding.name === name)?.state;

describe('the backlot command', () => {
  afterAll(() => {
    killCommands();
    removeTemporaryDirs();
  });

  it('shows help with examples', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('$ backlot doctor');
  });

  it('looks at the machine, with a database and a durable engine that work, and leaves no server behind', async () => {
    const dataDir = join(temporaryDir('doctor'), 'data');
    const { code, stdout, stderr } = await run(['doctor', '--data-dir', dataDir, '--output', 'json']);
    const result = JSON.parse(stdout) as DoctorResult;
    expect({ code, healthy: result.healthy, stderr }).toMatchObject({ code: 0, healthy: true });
    expect([stateOf(result, 'database'), stateOf(result, 'durable engine')]).toEqual(['ok', 'ok']);
    for (const { state, remedy } of result.findings) {
      if (state !== 'ok') expect(remedy).toMatch(/\S/);
    }
  });

  it('says in doctor what is wrong with the data directory, and how to get a good one', async () => {
    const notOurs = temporaryDir('not-ours');
    writeFileSync(join(notOurs, 'diary.txt'), 'dear diary');
    const { code, stdout } = await run(['doctor', '--data-dir', notOurs, '--output', 'json']);
    const result = JSON.parse(stdout) as DoctorResult;
    expect(code).toBe(3);
    expect(stateOf(result, 'database')).toBe('failed');
    expect(stateOf(result, 'node')).toBe('ok');
  });

  it('reports every mistake of a configuration file with its place, in doctor too', async () => {
    const folder = temporaryDir('config');
    writeFileSync(join(folder, 'backlot.yaml'), 'telemetry:\n  port: 0\nlogs:\n  level: debug\n');
    const demo = await run(['demo', '--for', '1s'], {}, folder);
    expect(demo.code).toBe(2);
    expect(demo.stdout).toBe('');
    expect(demo.stderr).toMatch(/backlot\.yaml:2:9: found telemetry\.port = 0; accepted: a whole number/);
    expect(demo.stderr).toMatch(/backlot\.yaml:3:1: found the unknown key "logs".*did you mean log\?/);
    const doctor = await run(['doctor', '--output', 'json'], {}, folder);
    expect(doctor.code).toBe(3);
    expect(stateOf(JSON.parse(doctor.stdout) as DoctorResult, 'configuration')).toBe('failed');
  });

  it('refuses a configuration file that never ends', async () => {
    const { code, stderr } = await run(['demo', '--config', '/dev/zero']);
    expect(code).toBe(2);
    expect(stderr).toContain('not a regular file');
  });

  it('says that no engine answers, and where to look', async () => {
    const { code, stderr } = await run(['estate', 'shop', 'status'], {
      DOCKER_HOST: 'unix:///nonexistent/docker.sock',
    });
    expect(code).toBe(3);
    expect(stderr).toMatch(/error \(docker-unreachable\).*\/nonexistent\/docker\.sock/);
    expect(stderr).toMatch(/remedy: \S/);
  });
});
