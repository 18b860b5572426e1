/**
 * A warning for each configured origin whose pages are of another site than the service: browsers send the session cookie
 * (SameSite=Strict) from pages of its own site only. Sites are compared as browsers do it, by scheme and registrable
 * domain (https://html.spec.whatwg.org/#schemelessly-same-site), whatever the port; a host that is none, such as localhost
 * or an IP address, is a site of its own.
 * @param publicUrl the service's address
 * @param origins as browsers write them
 */
export async function crossSiteWarnings(publicUrl: URL, origins: readonly string[]): Promise<string[]> {
  const others = origins.map((origin) => new URL(origin)).filter(isOnAnotherHost);
  if (others.length === 0) return [];
  // Loaded only where it is needed: the public suffix list takes 10 MB of memory.
  const { getDomain } = await import('tldts');
  const siteOf = ({ protocol, hostname }: URL) =>
    `${protocol}//${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`;
  const own = siteOf(publicUrl);
  return others
    .filter((origin) => siteOf(origin) !== own)
    .map(
      ({ origin }) =>
        `ALLOWED_ORIGINS contains ${origin}, which belongs to another site than PUBLIC_URL (${publicUrl.origin}). Browsers send the session cookie (SameSite=Strict) only from pages of ${own} and its subdomains, so nobody can sign in from there.`,
    );

  function isOnAnotherHost({ protocol, hostname }: URL): boolean {
    return protocol !== publicUrl.protocol || hostname !== publicUrl.hostname;
  }
}
