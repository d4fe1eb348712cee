import { subjectLabel } from '../facts/index.ts';
import type { AttributeName, Subject } from '../facts/index.ts';
import { unitOfName } from './unit-of-name.ts';

/** Something that is not known. */
interface Lack {
  readonly subject: Subject;
  readonly attribute: AttributeName;
  /** Members of its value, separated by commas, or words about it. */
  readonly part?: string | undefined;
}

/** Under which heading of a scenario's facts a subject stands, and by which name. */
function headingOf(subject: Subject): readonly string[] {
  switch (subject.kind) {
    case 'estate':
      return ['estate'];
    case 'component':
      return ['components', subject.component];
    case 'instance':
      return ['instances', `${subject.component}/${subject.instance}`];
    case 'operation':
      return ['operations', `${subject.component}/${subject.operation}`];
    case 'edge':
      return ['calls', `${subject.component} > ${subject.to}`];
  }
}

/** Members of traffic are written by other names than they are kept. */
const writtenParts: Readonly<Record<string, string>> = { latency: 'takes' };

/**
 * What is not known, and where a scenario can tell it:
 * `memory-policy of redis (facts: components: redis: memory-policy: { max: … })`.
 *
 * @param lack - What is not known.
 */
export function lackText({ subject, attribute, part }: Lack): string {
  const names = (part ?? '').split(',').map((name) => name.trim());
  const members = names.every((name) => /^[A-Za-z]+$/.test(name))
    ? `{ ${names.map((name) => `${writtenParts[name] ?? unitOfName(name)?.short ?? name}: …`).join(', ')} }`
    : '…';
  const about = part === undefined || members !== '…' ? '' : `, ${part}`;
  return `${attribute} of ${subjectLabel(subject)}${about} (facts: ${[...headingOf(subject), attribute].join(': ')}: ${members})`;
}
