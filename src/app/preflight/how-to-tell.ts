import { attributeEntry, subjectLabel } from '../../estate/index.ts';
import type { AttributeName, Subject } from '../../estate/index.ts';

/** Something that is not known, as rules name it. */
interface Lack {
  readonly subject: Subject;
  readonly attribute: AttributeName;
  /** Which part of its value. */
  readonly part?: string | undefined;
}

const ofEngine = 'backlot capture --docker';
const ofFiles = 'backlot capture compose.yaml';
const ofTraces = 'backlot capture TRACES, or backlot listen';
const ofMetrics = 'backlot capture --prometheus URL';

/** What a capture finds, and of what; what is not here nothing captures yet. */
const capturedBy: Readonly<Partial<Record<AttributeName, readonly string[]>>> = {
  image: [ofEngine, ofFiles],
  environment: [ofEngine, ofFiles],
  command: [ofEngine, ofFiles],
  entrypoint: [ofEngine, ofFiles],
  replicas: [ofEngine, ofFiles],
  limits: [ofEngine, ofFiles],
  ports: [ofEngine, ofFiles],
  mounts: [ofEngine, ofFiles],
  networks: [ofEngine, ofFiles],
  labels: [ofEngine, ofFiles],
  logging: [ofEngine, ofFiles],
  'health-check': [ofEngine, ofFiles],
  'restart-policy': [ofEngine, ofFiles],
  'stop-grace': [ofEngine, ofFiles],
  'declared-dependency': [ofEngine, ofFiles],
  build: [ofFiles],
  'pull-policy': [ofFiles],
  'secrets-used': [ofFiles],
  state: [ofEngine],
  'running-image': [ofEngine],
  usage: [ofEngine],
  drift: [ofEngine],
  engine: [ofEngine],
  series: [ofMetrics],
  'latency-histograms': [ofMetrics],
  'scrape-jobs': [ofMetrics],
  'alert-rules': [ofMetrics, 'backlot capture RULES.yaml'],
  requests: [ofTraces],
  calls: [ofTraces],
  'call-plans': [ofTraces],
  'self-time': [ofTraces],
  timeline: [ofTraces],
  telemetry: [ofTraces],
  process: [ofTraces],
  'clock-offsets': [ofTraces],
  'trace-quality': [ofTraces],
};

/** Under which heading of a scenario's facts a subject stands, and by which name. */
function headingOf(subject: Subject): string {
  switch (subject.kind) {
    case 'estate':
      return 'estate';
    case 'component':
      return `components: ${subject.component}`;
    case 'instance':
      return `instances: ${subject.component}/${subject.instance}`;
    case 'operation':
      return `operations: ${subject.component}/${subject.operation}`;
    case 'edge':
      return `calls: ${subject.component} > ${subject.to}`;
  }
}

/** How a person can tell what is not known. */
export interface HowToTell {
  /** `connect-time.now of orders to database`. */
  readonly missing: string;
  /** What it says. */
  readonly says: string;
  /** Commands that read it from the real system; empty where none does. */
  readonly commands: readonly string[];
  /** Where it stands in the facts of a scenario, by hand. */
  readonly byHand: string;
}

/**
 * What is not known, and how to tell it: which commands read it, or where a person writes it and what shows its form.
 *
 * @param lack - What is not known.
 */
export function howToTell({ subject, attribute, part }: Lack): HowToTell {
  return {
    missing: `${attribute}${part === undefined ? '' : `.${part}`} of ${subjectLabel(subject)}`,
    says: attributeEntry(attribute).about,
    commands: capturedBy[attribute] ?? [],
    byHand: `facts: ${headingOf(subject)}: ${attribute}`,
  };
}
