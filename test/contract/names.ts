/** The specification's operations by their names here. Tests compare both transports with the specification through this table. */

export interface Names {
  /** The operation's name: what the audit log calls it. */
  readonly operation: string;
  /** Its GraphQL root field; undefined where the operation is offered over REST only. */
  readonly field?: string;
}

const both = (operation: string, field = operation): Names => ({ operation, field });
const restOnly = (operation: string): Names => ({ operation });

export const names: Readonly<Record<string, Names>> = {
  'health.get': restOnly('getHealth'),

  'auth.login': both('login'),
  'auth.logout': both('logout'),
  'auth.me': both('getMe', 'viewer'),
  'auth.changePassword': both('changePassword'),
  'auth.sessions': both('listSessions', 'sessions'),
  'auth.deleteSession': both('endSession'),

  'audit.list': both('listAuditEntries', 'auditEntries'),

  'overview.get': both('getOverview', 'overview'),
  'analytics.sales': both('getSalesAnalytics', 'salesAnalytics'),
  'analytics.operations': both('getOperationsAnalytics', 'operationsAnalytics'),

  'customers.list': both('listCustomers', 'customers'),
  'customers.create': both('createCustomer'),
  'customers.export': restOnly('exportCustomers'),
  'customers.get': both('getCustomer', 'customer'),
  'customers.update': both('updateCustomer'),

  'preorders.publicConfig': restOnly('getPreorderConfig'),
  'preorders.publicCreate': restOnly('createPreorder'),
  'preorders.recordView': restOnly('recordPreorderView'),
  'preorders.list': both('listPreorders', 'preorders'),
  'preorders.analytics': both('getPreorderAnalytics', 'preorderAnalytics'),
  'preorders.export': restOnly('exportPreorders'),
  'preorders.get': both('getPreorder', 'preorder'),
  'preorders.delete': both('deletePreorder'),
  'preorders.setStatus': both('setPreorderStatus'),
  'preorders.assign': both('assignPreorder'),
  'preorders.addCustomerNote': both('addCustomerNote'),
  'preorders.getSettings': both('getPreorderSettings', 'preorderSettings'),
  'preorders.putSettings': both('updatePreorderSettings'),

  'settings.get': both('getSettings', 'settings'),
  'settings.putSystem': both('updateSystemSettings'),
  'settings.putBusiness': both('updateBusinessSettings'),

  'inventory.list': both('listBatches', 'batches'),
  'inventory.create': both('createBatch'),
  'inventory.get': both('getBatch', 'batch'),
  'inventory.update': both('updateBatch'),
  'inventory.delete': both('deleteBatch'),
  'inventory.provision': both('provisionBatch'),
  'inventory.archive': both('archiveBatch'),

  'devices.list': both('listDevices', 'devices'),
  'devices.get': both('getDevice', 'device'),
  'claimCodes.list': both('listClaimCodes', 'claimCodes'),
  'devices.createBatch': both('provisionDevices'),
  'devices.setStatus': both('setDeviceStatus'),
  'devices.resetClaim': both('resetClaim'),
  'devices.transfer': both('transferDevice'),
  'devices.provisioningEnvelope': both('issueProvisioningEnvelope'),
  'devices.heartbeat': restOnly('recordHeartbeat'),

  'firmware.list': both('listReleases', 'releases'),
  'firmware.legacyUpload': restOnly('uploadLegacyRelease'),
  'firmware.packageDevices': both('listPackageDevices', 'packageDevices'),
  'firmware.inspectPackage': restOnly('inspectPackage'),
  'firmware.createPackage': restOnly('uploadPackage'),
  'firmware.get': both('getRelease', 'release'),
  'firmware.setLifecycle': both('setReleaseLifecycle'),
  'firmware.maintenanceGrant': both('issueMaintenanceGrant'),
  'firmware.reconcileInstallation': both('reconcileInstallation'),
  'firmware.interruptInstallation': both('interruptInstallation'),
  'firmware.latest': restOnly('getLatestFirmware'),
  'firmware.currentInstallation': restOnly('getCurrentInstallation'),
  'firmware.report': restOnly('reportInstallation'),

  'pairing.challenge': restOnly('createPairingChallenge'),
  'pairing.claim': restOnly('claimDevice'),
  'pairing.codeStatus': restOnly('getCodeStatus'),
  'pairing.refresh': restOnly('refreshPairing'),
  'pairing.revoke': restOnly('revokePairing'),
  'pairing.me': restOnly('getPairedDevice'),

  'sales.list': both('listSales', 'sales'),
  'sales.create': both('createSale'),
  'sales.get': both('getSale', 'sale'),
  'sales.update': both('updateSale'),
  'sales.cancel': both('cancelSale'),
  'sales.refund': both('refundSale'),

  'team.list': both('listTeam', 'team'),
  'team.create': both('createAdmin'),
  'team.options': both('listAdminOptions', 'adminOptions'),
  'team.setRole': both('setAdminRole'),
  'team.setStatus': both('setAdminStatus'),
  'team.resetPassword': both('resetAdminPassword'),
  'team.revokeSessions': both('revokeAdminSessions'),
};
