/** A rule that raises an alert. */
export interface AlertRule {
  readonly kind: 'alert';
  readonly name: string;
  /** PromQL, cut at 8,000 characters. */
  readonly expression: string;
  /** How long the expression must hold. */
  readonly forMs: number;
  readonly keepFiringForMs: number;
  /** `severity: critical`; texts from outside, cut at 200 characters. */
  readonly labels: Readonly<Record<string, string>>;
  /** Names only; `runbook_url` and `summary` are usual. */
  readonly annotationNames: readonly string[];
  /** Undefined where a file was read, or the server did not say. */
  readonly state: 'inactive' | 'pending' | 'firing' | undefined;
  /** How many alerts are active now. */
  readonly activeAlerts: number | undefined;
}

/** A rule that records a series under a new name. */
export interface RecordingRule {
  readonly kind: 'recording';
  /** Of the recorded series: `job:http_requests:rate5m`. */
  readonly name: string;
  readonly expression: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** A rule of either kind. */
export type Rule = AlertRule | RecordingRule;

/** Rules that are evaluated together, in order. */
export interface RuleGroup {
  readonly name: string;
  /** The file as the server calls it, or as it was read. */
  readonly file: string;
  /** Undefined for the server's usual one. */
  readonly intervalMs: number | undefined;
  readonly rules: readonly Rule[];
}
