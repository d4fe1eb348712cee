import { withoutCredentials } from '../redact.ts';
import { entry } from './entry.ts';

/** What can be wrong with a Prometheus, or with what is asked of it. */
export const prometheusErrors = {
  'prometheus-address-malformed': entry<{ readonly problem: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'The address of a Prometheus, or a header for it, is not one.',
    example: { problem: 'it begins with neither http:// nor https://' },
    message: ({ problem }) => `the address of the Prometheus cannot be used: ${problem}`,
    remedy: () =>
      'Give the address of its pages, with the path where it has one: https://prometheus.example:9090, https://mimir.example/prometheus.',
  }),
  'prometheus-token-unreadable': entry<{ readonly file: string; readonly problem: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'The file with the bearer token for a Prometheus cannot be read, or holds no token.',
    example: { file: '/run/secrets/prometheus-token', problem: 'no such file' },
    message: ({ file, problem }) => `the bearer token in ${file} cannot be used: ${problem}`,
    remedy: () => 'Name a file that holds the token alone, on one line, and that this user may read.',
  }),
  'prometheus-window-malformed': entry<{ readonly problem: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A window or step of metrics is asked for that no Prometheus answers.',
    example: { problem: '86400 points a series; at most 11000 are answered' },
    message: ({ problem }) => `the window of metrics cannot be read: ${problem}`,
    remedy: () => 'Ask for a shorter window or a longer step; without a step, one that suits the window is taken.',
  }),
  'prometheus-unreachable': entry<{ readonly address: string; readonly reason: string }>({
    category: 'environment',
    httpStatus: 503,
    when: 'No Prometheus answers at the address, or not in time.',
    example: { address: 'http://prometheus:9090', reason: 'connect ECONNREFUSED 10.0.0.7:9090' },
    message: ({ address, reason }) => withoutCredentials(`no Prometheus answers at ${address}: ${reason}`),
    remedy: ({ address }) =>
      `Look whether it runs and whether this machine reaches it: \`curl '${withoutCredentials(address)}/api/v1/query?query=1'\`.`,
  }),
  'prometheus-denied': entry<{ readonly address: string; readonly status: number }>({
    category: 'operator',
    httpStatus: 502,
    when: 'A Prometheus wants other credentials, or none were given.',
    example: { address: 'https://prometheus.example', status: 401 },
    message: ({ address, status }) =>
      `the Prometheus at ${withoutCredentials(address)} denies access (HTTP status ${status})`,
    remedy: () =>
      'Give what it wants: user and password in the address, a file with a bearer token, or a header such as X-Scope-OrgID.',
  }),
  'prometheus-foreign-answer': entry<{ readonly address: string; readonly found: string }>({
    category: 'operator',
    httpStatus: 502,
    when: 'Something answers at the address that is not the query API of a Prometheus.',
    example: { address: 'https://grafana.example', found: 'an HTML page (HTTP status 200)' },
    message: ({ address, found }) =>
      withoutCredentials(`what answers at ${address} is not the query API of a Prometheus: ${found}`),
    remedy: () =>
      'Name the server itself, not a dashboard or a login in front of it, with the path under which its /api/v1 stands (Mimir: /prometheus; VictoriaMetrics: /select/0/prometheus).',
  }),
  'prometheus-refused': entry<{ readonly action: string; readonly reason: string }>({
    category: 'outside-system',
    httpStatus: 502,
    when: 'A Prometheus refused a question.',
    example: { action: 'answer the query 1', reason: 'query processing would load too many samples into memory' },
    message: ({ action, reason }) => withoutCredentials(`the Prometheus refused to ${action}: ${reason}`),
    remedy: () =>
      'Ask for a shorter window, or look at the limits of the server (--query.max-samples, --query.timeout).',
  }),
  'prometheus-answer-too-large': entry<{ readonly action: string; readonly limitBytes: number }>({
    category: 'outside-system',
    httpStatus: 502,
    when: 'A Prometheus answers with more than is read of one answer.',
    example: { action: 'answer the query up', limitBytes: 33_554_432 },
    message: ({ action, limitBytes }) =>
      `the Prometheus was to ${action}, and answered with more than ${limitBytes} bytes`,
    remedy: () => 'Ask for a shorter window or a longer step.',
  }),
  'rule-file-malformed': entry<{ readonly file: string; readonly place: string; readonly problem: string }>({
    category: 'operator',
    httpStatus: 400,
    when: 'A file of alert and recording rules is not one.',
    example: { file: 'rules.yaml', place: '12:5', problem: 'a rule needs either alert or record' },
    message: ({ file, place, problem }) =>
      `${file}${place === '' ? '' : `:${place}`} holds no rules that can be read: ${problem}`,
    remedy: ({ file }) =>
      `\`promtool check rules ${file}\` tells more; a PrometheusRule of Kubernetes is accepted too.`,
  }),
} as const;
