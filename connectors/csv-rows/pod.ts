/** A Kubernetes pod by its name. */
export interface Pod {
  /** What it is an instance of, as far as the name tells: the name without what the controllers added. */
  readonly service: string;
  readonly name: string;
}

/**
 * What a Deployment's ReplicaSet and its pods are told apart by: letters and digits that can form no word
 * (k8s.io/apimachinery, pkg/util/rand: no vowels, and none of 0, 1, 3).
 */
const ofDeployment = /^(.+)-[bcdfghjklmnpqrstvwxz2456789]{5,10}-[bcdfghjklmnpqrstvwxz2456789]{5}$/;
const ofStatefulSet = /^(.+?)-\d{1,4}$/;

/**
 * Takes the name of a pod apart: `cart-5f6585d649-fnmft` is of `cart`, and so is `cart-0`.
 *
 * @param name - Of the pod.
 */
export function podOf(name: string): Pod {
  const service = (ofDeployment.exec(name) ?? ofStatefulSet.exec(name))?.[1] ?? name;
  return { service, name };
}
