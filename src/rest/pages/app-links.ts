/** The settings by which pages and phones find the companion app (APP_LINK_URL, APP_LINK_ANDROID, APP_LINK_IOS). */
export interface AppLinks {
  /** The https address that opens the app where it is installed; undefined: the page offers no button. */
  readonly url: URL | undefined;
  /** Android apps that open the labels' own address: package and SHA-256 of the signing certificate (`AB:CD:...`). */
  readonly android: readonly { readonly packageName: string; readonly fingerprint: string }[];
  /** iOS apps that do: ids of team and bundle (`ABCDE12345.uz.example.app`). */
  readonly ios: readonly string[];
}

/** The path of every label's address. */
export const PAIR_PATH = '/pair';

/**
 * The statement by which Android lets apps open PUBLIC_URL (App Links).
 * Format: https://developers.google.com/digital-asset-links/v1/getting-started; Android itself asks the app's own filters for paths.
 * @returns undefined when no app is configured
 */
export function assetLinks({ android }: AppLinks): object | undefined {
  if (android.length === 0) return undefined;
  const packages = [...new Set(android.map(({ packageName }) => packageName))];
  return packages.map((packageName) => ({
    relation: ['delegate_permission/common.handle_all_urls'],
    target: {
      namespace: 'android_app',
      package_name: packageName,
      sha256_cert_fingerprints: android.flatMap((app) => (app.packageName === packageName ? app.fingerprint : [])),
    },
  }));
}

/**
 * The file by which iOS lets apps open the labels' address (Universal Links).
 * Format: https://developer.apple.com/documentation/xcode/supporting-associated-domains
 * @returns undefined when no app is configured
 */
export function appleAssociation({ ios }: AppLinks): object | undefined {
  if (ios.length === 0) return undefined;
  return { applinks: { details: [{ appIDs: ios, components: [{ '/': PAIR_PATH, comment: 'labels of devices' }] }] } };
}
