/** The nonce that the service wrote into index.html, for the `<style>` elements of the kit. */
export function nonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
