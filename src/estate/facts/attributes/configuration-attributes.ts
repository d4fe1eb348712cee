import { z } from 'zod';
import { bytes, count } from './amounts.ts';
import { attribute, settingSchema } from './attribute-entry.ts';

const settings = z.array(settingSchema);

/** Settings of a container, of which some are its image's own. */
const effectiveSettings = z.array(settingSchema.extend({ ofImage: z.literal(true).optional() }));

/** What somebody has set: said by configuration files, seen on engines. */
export const configurationAttributes = {
  owner: attribute({
    about: 'who answers for it',
    subject: 'component',
    kind: 'configuration',
    value: z.string(),
  }),
  image: attribute({
    about: 'the image as it was asked for',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      repository: z.string(),
      tag: z.string().optional(),
      digest: z.string().optional(),
    }),
  }),
  'pull-policy': attribute({
    about: 'when the image is asked for anew though there is one of that name: `always`, `missing`, `never`, `build`',
    subject: 'component',
    kind: 'configuration',
    value: z.string(),
  }),
  build: attribute({
    about: 'built from source here, where no image is named',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({ context: z.string(), target: z.string().optional() }),
  }),
  replicas: attribute({
    about: 'how many instances run, or should',
    subject: 'component',
    kind: 'configuration',
    value: z.int(),
  }),
  limits: attribute({
    about: 'what one instance may use at most',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      cpuCores: z.number().optional(),
      memoryBytes: z.number().optional(),
      memoryReservationBytes: z.number().optional(),
      cpuReservationCores: z.number().optional(),
      pids: z.number().optional(),
    }),
  }),
  command: attribute({
    about: 'what it runs, secrets sealed',
    subject: 'component',
    kind: 'configuration',
    value: settings,
  }),
  entrypoint: attribute({
    about: 'the program in front of its command',
    subject: 'component',
    kind: 'configuration',
    value: settings,
  }),
  environment: attribute({
    about: 'its variables, those of its image among them, secrets sealed',
    subject: 'component',
    kind: 'configuration',
    value: effectiveSettings,
  }),
  labels: attribute({
    about: 'its labels, those of its image among them, secrets sealed',
    subject: 'component',
    kind: 'configuration',
    value: effectiveSettings,
  }),
  ports: attribute({
    about: 'where it is reached from outside',
    subject: 'component',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        containerPort: z.number(),
        protocol: z.string(),
        hostAddress: z.string().optional(),
        hostPort: z.union([z.number(), z.string()]).optional(),
      }),
    ),
  }),
  networks: attribute({
    about: 'its networks, and the names that it has there',
    subject: 'component',
    kind: 'configuration',
    value: z.array(z.strictObject({ network: z.string(), aliases: z.array(z.string()) })),
  }),
  mounts: attribute({
    about: 'what of outside is mounted into it',
    subject: 'component',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        type: z.string(),
        source: z.string().optional(),
        target: z.string(),
        readOnly: z.boolean(),
      }),
    ),
  }),
  'health-check': attribute({
    about: 'how its health is asked; null where that is switched off',
    subject: 'component',
    kind: 'configuration',
    value: z.union([
      z.null(),
      z.strictObject({
        test: settings,
        intervalMs: z.number().optional(),
        timeoutMs: z.number().optional(),
        startPeriodMs: z.number().optional(),
        retries: z.number().optional(),
      }),
    ]),
  }),
  'restart-policy': attribute({
    about: 'when the engine starts it again, and of on-failure how often: `on-failure:3`',
    subject: 'component',
    kind: 'configuration',
    value: z.string(),
  }),
  'stop-grace': attribute({
    about: 'how long it has to end, in milliseconds',
    subject: 'component',
    kind: 'configuration',
    value: z.number(),
  }),
  logging: attribute({
    about: 'who keeps its logs, and how much of them at most: so many files of such a size for each instance',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      /** `json-file`, `local`, `journald`, `none`, a collector elsewhere. */
      driver: z.string(),
      /** Absent: as the driver has it by itself. */
      maxFileBytes: bytes.optional(),
      maxFiles: count.optional(),
    }),
  }),
  privileges: attribute({
    about: 'what it may do beyond an ordinary container',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      privileged: z.boolean(),
      capabilitiesAdded: z.array(z.string()),
      capabilitiesDropped: z.array(z.string()),
      devices: z.array(z.string()),
      hostNamespaces: z.array(z.string()),
    }),
  }),
  'secrets-used': attribute({
    about: 'the names of secrets and configurations that it is given',
    subject: 'component',
    kind: 'configuration',
    value: z.array(z.string()),
  }),
  'declared-dependency': attribute({
    about: 'that a configuration makes one component need the other, and by what',
    subject: 'edge',
    kind: 'configuration',
    value: z.strictObject({
      via: z.array(z.string()),
      condition: z.string().optional(),
    }),
  }),
  engine: attribute({
    about: 'the engine that runs the containers, and its host',
    subject: 'estate',
    kind: 'configuration',
    value: z.strictObject({
      version: z.string(),
      apiVersion: z.string(),
      os: z.string(),
      architecture: z.string(),
      cpuCores: z.number().optional(),
      memoryBytes: z.number().optional(),
      cgroupVersion: z.number().optional(),
      storageDriver: z.string().optional(),
    }),
  }),
  'alert-rules': attribute({
    about: 'what alerts there are, and what each asks',
    subject: 'estate',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        group: z.string(),
        name: z.string(),
        expression: z.string(),
        forMs: z.number(),
        keepFiringForMs: z.number(),
        labels: z.record(z.string(), z.string()),
        annotationNames: z.array(z.string()),
        state: z.string().optional(),
        activeAlerts: z.number().optional(),
      }),
    ),
  }),
  alerting: attribute({
    about: 'that it raises alarms, and about whom',
    subject: 'component',
    kind: 'configuration',
    holdsComponents: true,
    value: z.strictObject({ watches: z.array(z.strictObject({ component: z.string() })).optional() }),
  }),
  'recording-rules': attribute({
    about: 'what a monitoring system computes for itself',
    subject: 'estate',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        group: z.string(),
        name: z.string(),
        expression: z.string(),
        labels: z.record(z.string(), z.string()),
      }),
    ),
  }),
} as const;
