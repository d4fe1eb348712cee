import { z } from 'zod';
import {
  anyText,
  bytes,
  cores,
  count,
  durationMs,
  healthTest,
  port,
  restart,
  text,
  texts,
  truth,
  volume,
  words,
} from './words.ts';

const nameKey = z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]*$/, 'letters, digits, dots, dashes and underscores');
const textMap = z.record(z.string(), anyText);

const limits = z.strictObject({ cpus: cores.optional(), memory: bytes.optional() });

const dependency = z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) });

/** One service, in the subset of the Compose Specification that the runner carries out. */
export const serviceSchema = z.strictObject({
  image: text,
  command: words.optional(),
  entrypoint: words.optional(),
  environment: textMap.default({}),
  healthcheck: z
    .strictObject({
      test: healthTest,
      interval: durationMs.optional(),
      timeout: durationMs.optional(),
      start_period: durationMs.optional(),
      retries: count.optional(),
    })
    .optional(),
  deploy: z
    .strictObject({ replicas: count.optional(), resources: z.strictObject({ limits: limits.optional() }).optional() })
    .optional(),
  depends_on: z.record(z.string(), dependency).default({}),
  networks: z.array(nameKey).min(1).default(['default']),
  volumes: z.array(volume).default([]),
  ports: z.array(port).default([]),
  extra_hosts: z.array(z.string().regex(/^[^\s:=]+[:=]\S+$/, "'host:address'")).default([]),
  restart: restart.default({ name: 'no', maximumRetries: undefined }),
  stop_grace_period: durationMs.optional(),
  stop_signal: text.optional(),
  user: text.optional(),
  logging: z.strictObject({ driver: text, options: textMap.default({}) }).optional(),
  labels: textMap.default({}),
  init: truth.optional(),
  tmpfs: texts.default([]),
  read_only: truth.default(false),
  cap_drop: texts.default([]),
});

/** A whole file; `x-` keys are taken out before, as they are only there to be referred to. */
export const fileSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]*$/, 'lower-case letters, digits, dashes and underscores')
    .optional(),
  services: z.record(nameKey, serviceSchema),
  networks: z.record(nameKey, z.strictObject({ internal: truth.default(false) }).nullable()).default({}),
  volumes: z.record(nameKey, z.strictObject({}).nullable()).default({}),
});

/** A service as its schema gives it. */
export type ServiceInFile = z.output<typeof serviceSchema>;
