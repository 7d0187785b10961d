// Which addresses the fetcher may reach: the public internet, and nothing that routes into a machine, a home, a company
// or a cloud's control plane. IPv4 by what is refused, IPv6 by what is allowed. What does not parse is not public.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

// IANA IPv4 Special-Purpose Address Registry, whole, plus multicast and one public address that clouds use inwards.
const specialV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // carrier-grade NAT; Alibaba's metadata is 100.100.100.200
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's wire server
  ['169.254.0.0', 16], // link-local; metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF assignments; Oracle's metadata is 192.0.0.192
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
];

// RFC 4291: global unicast is 2000::/3. Outside of it lie ::, ::1, ::ffff:0:0/96 (mapped), 64:ff9b::/96 and
// 64:ff9b:1::/48 (NAT64), 100::/64, fc00::/7, fe80::/10, fec0::/10 and ff00::/8.
const globalV6: readonly (readonly [network: string, prefix: number])[] = [['2000::', 3]];
const specialV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // IETF assignments: Teredo, ORCHID, benchmarks
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: an IPv4 address inside
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
];

function listOf(
  networks: readonly (readonly [string, number])[],
  family: 'ipv4' | 'ipv6',
): Pick<BlockList, 'check'> {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}

// Families are kept apart: Node compares IPv4 with mapped IPv6 rules, and would take one for the other.
const refusedV4 = listOf(specialV4, 'ipv4');
const allowedV6 = listOf(globalV6, 'ipv6');
const refusedV6 = listOf(specialV6, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refusedV4.check(address, 'ipv4');
  // A zone names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false;
  return allowedV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
}

// Names that mean this machine or its network whatever a resolver answers (RFC 6761, 6762, 8375, ICANN's .internal),
// and metadata services by name.
const localName =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home\.arpa|onion|metadata\.goog|instance-data)$/;

export function isLocalName(host: string): boolean {
  return localName.test(host.toLowerCase().replace(/\.+$/, ''));
}
