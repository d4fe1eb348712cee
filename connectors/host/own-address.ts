import { networkInterfaces } from 'node:os';

/**
 * Whether an address belongs to this machine, so that a program here can listen on it.
 *
 * @param address - IPv4 or IPv6, as text.
 */
export function isOwnAddress(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address) === true);
}
