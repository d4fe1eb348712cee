import { z } from 'zod';
import { bytes, componentRef, cores, count, timeMs } from './amounts.ts';
import { attribute, settingSchema } from './attribute-entry.ts';

const settings = z.array(settingSchema);

/** Settings of a container, of which some are its image's own. */
const effectiveSettings = z.array(
  settingSchema.extend({ ofImage: z.literal(true).optional().describe('that its image sets it') }),
);

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
      repository: z.string().describe('its name without tag, with the registry'),
      tag: z.string().optional().describe('its tag'),
      digest: z.string().optional().describe('its digest'),
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
    value: z.strictObject({
      context: z.string().describe('the folder of its source'),
      target: z.string().optional().describe('the stage of it'),
    }),
  }),
  replicas: attribute({
    about: 'how many instances run, or should',
    subject: 'component',
    kind: 'configuration',
    value: count,
  }),
  limits: attribute({
    about: 'what one instance may use at most',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      cpuCores: cores.optional().describe('processors'),
      memoryBytes: bytes.optional().describe('memory'),
      memoryReservationBytes: z
        .number()
        .optional()
        .describe('memory that is reserved for it, which decides where it fits'),
      cpuReservationCores: z
        .number()
        .optional()
        .describe('processors that are reserved for it, which decide where it fits'),
      pids: z.number().optional().describe('processes and threads'),
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
        containerPort: z.number().describe('the port inside'),
        protocol: z.string().describe('tcp or udp'),
        hostAddress: z.string().optional().describe('the address outside'),
        hostPort: z.union([z.number(), z.string()]).optional().describe('the port outside, or a range of them'),
      }),
    ),
  }),
  networks: attribute({
    about: 'its networks, and the names that it has there',
    subject: 'component',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        network: z.string().describe('its name'),
        aliases: z.array(z.string()).describe('the names that it has there'),
      }),
    ),
  }),
  mounts: attribute({
    about: 'what of outside is mounted into it',
    subject: 'component',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        type: z.string().describe('volume, bind or tmpfs'),
        source: z.string().optional().describe('the volume, or the path on the host'),
        target: z.string().describe('where it is mounted'),
        readOnly: z.boolean().describe('whether it cannot be written'),
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
        test: settings.describe('the command that asks'),
        intervalMs: timeMs.optional().describe('between two'),
        timeoutMs: timeMs.optional().describe('how long one may take'),
        startPeriodMs: timeMs.optional().describe('for so long after the start failures do not count'),
        retries: count.optional().describe('failures in a row until it is unhealthy'),
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
    value: timeMs,
  }),
  logging: attribute({
    about: 'who keeps its logs, and how much of them at most: so many files of such a size for each instance',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      driver: z.string().describe('who keeps them: `json-file`, `local`, `journald`, `none`, a collector elsewhere'),
      maxFileBytes: bytes.optional().describe('the size of one file; left out: as the driver has it by itself'),
      maxFiles: count.optional().describe('how many files'),
    }),
  }),
  privileges: attribute({
    about: 'what it may do beyond an ordinary container',
    subject: 'component',
    kind: 'configuration',
    value: z.strictObject({
      privileged: z.boolean().describe('whether it may do all that the host may'),
      capabilitiesAdded: z.array(z.string()).describe('what it may do more'),
      capabilitiesDropped: z.array(z.string()).describe('what it may do less'),
      devices: z.array(z.string()).describe('devices of the host'),
      hostNamespaces: z.array(z.string()).describe('what of the host it sees: pid, network, ipc'),
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
      via: z.array(z.string()).describe('what says so: depends_on, an address in a variable'),
      condition: z.string().optional().describe('what of the other is waited for: service_started, service_healthy'),
    }),
  }),
  engine: attribute({
    about: 'the engine that runs the containers, and its host',
    subject: 'estate',
    kind: 'configuration',
    value: z.strictObject({
      version: z.string().describe('its version'),
      apiVersion: z.string().describe('that of its interface'),
      os: z.string().describe('the operating system'),
      architecture: z.string().describe('of the processors'),
      cpuCores: cores.optional().describe('processors of the host'),
      memoryBytes: bytes.optional().describe('memory of the host'),
      cgroupVersion: z.number().optional().describe('1 or 2'),
      storageDriver: z.string().optional().describe('how it keeps layers'),
    }),
  }),
  'alert-rules': attribute({
    about: 'what alerts there are, and what each asks',
    subject: 'estate',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        group: z.string().describe('the group that it is in'),
        name: z.string().describe('its name'),
        expression: z.string().describe('what it asks'),
        forMs: z.number().describe('for how long that must hold'),
        keepFiringForMs: z.number().describe('for how long it goes on after'),
        labels: z.record(z.string(), z.string()).describe('its labels'),
        annotationNames: z.array(z.string()).describe('the names of its annotations'),
        state: z.string().optional().describe('whether it fires now'),
        activeAlerts: z.number().optional().describe('how often it fires now'),
      }),
    ),
  }),
  alerting: attribute({
    about: 'that it raises alarms, and about whom',
    subject: 'component',
    kind: 'configuration',
    holdsComponents: true,
    value: z.strictObject({
      watches: z.array(componentRef).optional().describe('the components that it watches; left out: all'),
    }),
  }),
  'recording-rules': attribute({
    about: 'what a monitoring system computes for itself',
    subject: 'estate',
    kind: 'configuration',
    value: z.array(
      z.strictObject({
        group: z.string().describe('the group that it is in'),
        name: z.string().describe('the name of what it computes'),
        expression: z.string().describe('how'),
        labels: z.record(z.string(), z.string()).describe('its labels'),
      }),
    ),
  }),
} as const;
