/** The addresses of a host name to listen on. Plain Node: also used by `npm start` before packages are installed. */

/**
 * Returns the addresses to listen on for HOST: both loopbacks for `localhost`, because programs look for `localhost` at
 * either; otherwise the host itself.
 *
 * @param {string} host
 */
export function addressesOf(host) {
  return host.toLowerCase() === 'localhost' ? ['127.0.0.1', '::1'] : [host];
}

/**
 * Returns true for the error of listening on an address that this computer does not have, such as `::1` without IPv6.
 *
 * @param {string | undefined} code
 */
export function isMissingAddress(code) {
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
}
