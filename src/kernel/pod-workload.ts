/**
 * What controllers put behind a workload's name to name a pod. Drawn ends are of letters and digits that can form no word
 * (k8s.io/apimachinery, pkg/util/rand: no vowels, and none of 0, 1, 3). A replica set's hash is a number of 32 bits whose
 * decimal digits stand as ten of those characters (SafeEncodeString, ibid.); it has fewer than eight in one case of 400. A
 * run of a cron job has its minute since 1970 (pkg/controller/cronjob, getJobName).
 */
const drawn = '[bcdfghjklmnpqrstvwxz2456789]{5}';
const replicaSetHash = '[bcdf456789]{8,10}';
const minuteOfRun = '\\d{8}';

/** The longest ends first: what is left of a shorter one would be no workload. */
const ends: readonly RegExp[] = [
  new RegExp(`^(.+)-(?:${replicaSetHash}|${minuteOfRun})-${drawn}$`, 's'),
  new RegExp(`^(.+)-${drawn}$`, 's'),
  /^(.+)-\d{1,4}$/s,
];

/**
 * The workload that a pod is of, by the pod's name: `cart` of `cart-5f6585d649-fnmft` (a deployment's), of `cart-x2v8k` (a
 * daemon set's or a job's), of `cart-28394920-x2v8k` (a cron job's) and of `cart-0` (a stateful set's).
 *
 * @param pod - Its name.
 * @returns The whole name where it has no such end.
 */
export function workloadOfPod(pod: string): string {
  for (const end of ends) {
    const workload = end.exec(pod)?.[1];
    if (workload !== undefined) return workload;
  }
  return pod;
}
