import { entry } from './entry.ts';

/** So many failures are told one by one; who named more has a list of them. */
const mostFailures = 20;

/** What can be wrong with capturing an estate, or with asking for what was captured. */
export const captureErrors = {
  'capture-empty': entry<{ readonly reason: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A capture was asked for, and nothing that it was given could be read.',
    example: { reason: 'no file, engine or server was named' },
    message: ({ reason }) => `nothing was captured: ${reason}`,
    remedy: () =>
      'Name what is to be read: files or folders of traces and configuration, --docker, --prometheus URL, or several of them.',
  }),
  'capture-all-failed': entry<{ readonly failures: readonly { readonly message: string; readonly remedy: string }[] }>({
    category: 'operator',
    httpStatus: 400,
    when: 'Several files, engines or servers were to be captured, and none of them could be read.',
    example: {
      failures: [
        { message: 'traces.json, line 3, column 7: found something that is no JSON', remedy: 'Mend it.' },
        { message: 'no Docker engine answers at unix:///var/run/docker.sock', remedy: 'Start it.' },
      ],
    },
    message: ({ failures }) => {
      const told = failures.slice(0, mostFailures).map(({ message }) => `  ${message.replaceAll('\n', '\n  ')}`);
      const rest = failures.length - told.length;
      return [
        `nothing was captured: none of the ${failures.length} sources could be read`,
        ...told,
        ...(rest > 0 ? [`  and ${rest} more`] : []),
      ].join('\n');
    },
    remedy: ({ failures }) => {
      const remedies = [...new Set(failures.map(({ remedy }) => remedy))];
      return remedies.length === 1 ? (remedies[0] ?? '') : 'Mend what is named above, or name other sources.';
    },
  }),
  'capture-too-many-files': entry<{ readonly path: string; readonly most: number }>({
    category: 'operator',
    httpStatus: 413,
    when: 'A folder that is to be captured holds more files than any folder of captures does.',
    example: { path: '/', most: 20_000 },
    message: ({ path, most }) => `there are more than ${most} files in ${path} and below`,
    remedy: () => 'Name the folders or files that hold traces and configuration.',
  }),
  'estate-not-captured': entry<{ readonly estate: string; readonly captured: readonly string[] }>({
    category: 'operator',
    httpStatus: 404,
    when: 'Something is asked of an estate that was never captured.',
    example: { estate: 'shop', captured: ['default'] },
    message: ({ estate, captured }) =>
      `estate ${estate} has not been captured; ${captured.length === 0 ? 'none has' : `those that have: ${captured.join(', ')}`}`,
    remedy: ({ estate, captured }) =>
      captured[0] === undefined
        ? `Capture it first: \`backlot capture --docker --estate ${estate}\`, or name files of traces and configuration.`
        : `Name one that has (--estate ${captured[0]}), or capture it: \`backlot capture --docker --estate ${estate}\`.`,
  }),
  'snapshot-unknown': entry<{ readonly estate: string; readonly wanted: string; readonly isAmbiguous: boolean }>({
    category: 'operator',
    httpStatus: 404,
    when: 'A snapshot is named that the estate does not have, or by too few digits.',
    example: { estate: 'shop', wanted: '3f9c', isAmbiguous: false },
    message: ({ estate, wanted, isAmbiguous }) =>
      isAmbiguous
        ? `several snapshots of estate ${estate} begin with ${wanted}`
        : `estate ${estate} has no snapshot ${wanted}`,
    remedy: ({ estate }) => `\`backlot estate show --estate ${estate} --history\` lists those that it has.`,
  }),
  'snapshot-single': entry<{ readonly estate: string }>({
    category: 'operator',
    httpStatus: 404,
    when: 'The difference to an earlier snapshot is asked for, and there is none.',
    example: { estate: 'shop' },
    message: ({ estate }) => `estate ${estate} has one snapshot only: there is nothing to compare it with`,
    remedy: ({ estate }) =>
      `Capture it again later, or compare configuration and reality: \`backlot estate diff --declared --estate ${estate}\`.`,
  }),
  'component-unknown': entry<{
    readonly name: string;
    /** Of the names that there are, those that are most like it, best first. */
    readonly similar: readonly string[];
    readonly count: number;
  }>({
    category: 'operator',
    httpStatus: 404,
    when: 'A component is named that the estate does not have.',
    example: { name: 'chekout', similar: ['checkout', 'cart'], count: 12 },
    message: ({ name, similar, count }) =>
      count === 0
        ? `the estate has no component ${name}; it has none at all`
        : `the estate has no component ${name}; of its ${count}, the names most like it: ${similar.join(', ')}`,
    remedy: () => 'Name one that it has; `backlot estate show` lists them.',
  }),
  'fact-malformed': entry<{ readonly attribute: string; readonly place: string; readonly problem: string }>({
    category: 'bug',
    httpStatus: 500,
    when: 'A reader found a fact whose value is not as the vocabulary of facts says.',
    example: { attribute: 'limits', place: 'compose.yaml:12:5', problem: 'cpuCores: expected number' },
    message: ({ attribute, place, problem }) =>
      `the fact ${attribute}${place === '' ? '' : ` of ${place}`} is malformed: ${problem}; nothing was stored`,
    remedy: () => 'Report it with the file that was read, or with the part of it that is named above.',
  }),
} as const;
