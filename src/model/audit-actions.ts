import { openEnumeration } from './enums.ts';

/** Actions of the audit log that are no operation's own name. */
const OTHER_ACTIONS = {
  accessDenied: 'A call that the role of the caller does not allow.',
  addKey: 'An operator added a key (`karvon keys add`).',
  retireKey: 'An operator retired a key (`karvon keys retire`).',
  rotateKey: 'An operator made another key the current one (`karvon keys rotate`).',
  loginFailed: 'A sign-in that failed.',
  pairingCredentialReused: 'A credential of a pairing that was used after it was replaced.',
  pauseRelease: 'The service paused a rollout by itself.',
};

/**
 * The operations that write audit entries, by module. A name stays here when its operation goes, because its entries stay
 * (test/audit/actions.test.ts compares both).
 */
const OPERATIONS = `
login logout changePassword endSession
createAdmin setAdminRole setAdminStatus resetAdminPassword revokeAdminSessions exportTeam
createServiceAccount revokeServiceAccount
setDeviceStatus resetClaim transferDevice issueProvisioningEnvelope exportDevices exportDeviceEvents exportClaimCodes
recordHeartbeat exportHeartbeats
createPairingChallenge claimDevice getCodeStatus refreshPairing revokePairing
uploadLegacyRelease inspectPackage uploadPackage setReleaseLifecycle issueMaintenanceGrant exportReleases exportPackageDevices
getLatestFirmware reportInstallation reconcileInstallation interruptInstallation exportInstallations
createBatch updateBatch deleteBatch provisionBatch archiveBatch provisionDevices exportBatches
createCustomer updateCustomer addCustomerNote anonymizeCustomer exportCustomers
createSale updateSale cancelSale refundSale correctSale linkSaleToPreorder exportSales exportRefunds
createPreorder recordPreorderView deletePreorder setPreorderStatus assignPreorder exportPreorders
updatePreorderSettings updateSystemSettings updateBusinessSettings
exportAuditEntries
exportSalesMetrics exportRefundMetrics exportPreorderMetrics exportCustomerMetrics exportDeviceMetrics exportInstallationMetrics
exportFleetDayMetrics exportHeartbeatMetrics exportAuditEntryMetrics exportDeviceEventMetrics exportPairingMetrics exportClaimCodeMetrics
exportPreorderEventMetrics
createSavedQuestion updateSavedQuestion deleteSavedQuestion
createSavedView updateSavedView deleteSavedView
setPreferences
`.trim();

/** Operations are the values under their own names, which mutations have as well. */
export const AUDIT_ACTIONS = openEnumeration(
  'AuditAction',
  'The action of an audit entry: the name of the operation, or of what it came to.',
  {
    ...Object.fromEntries(OPERATIONS.split(/\s+/).map((name) => [name, `The operation \`${name}\`.`])),
    ...OTHER_ACTIONS,
  },
);
