// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ActorType =
  | 'ADMIN'
  | 'DEVICE'
  | 'INSTALLATION'
  | 'PUBLIC'
  | 'SYSTEM';
export type ActorTypeCondition = {
  eq?: ActorType | null | undefined;
  in?: Array<ActorType | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: ActorType | null | undefined;
  notIn?: Array<ActorType | null | undefined> | null | undefined;
};
export type AdminFilter = {
  and?: Array<AdminFilter | null | undefined> | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  email?: TextCondition | null | undefined;
  lastLoginAt?: TimeCondition | null | undefined;
  name?: TextCondition | null | undefined;
  not?: AdminFilter | null | undefined;
  or?: Array<AdminFilter | null | undefined> | null | undefined;
  role?: AdminRoleCondition | null | undefined;
  status?: AdminStatusCondition | null | undefined;
};
export type AdminRole =
  | 'ADMIN'
  | 'FIRMWARE_MANAGER'
  | 'OPERATIONS'
  | 'SALES'
  | 'SUPER_ADMIN'
  | 'SUPPORT'
  | 'VIEWER';
export type AdminRoleCondition = {
  eq?: AdminRole | null | undefined;
  in?: Array<AdminRole | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: AdminRole | null | undefined;
  notIn?: Array<AdminRole | null | undefined> | null | undefined;
};
export type AdminSort = {
  direction: SortDirection;
  field: AdminSortField;
};
export type AdminSortField =
  | 'CREATED_AT'
  | 'EMAIL'
  | 'LAST_LOGIN_AT'
  | 'NAME'
  | 'ROLE'
  | 'STATUS';
export type AdminStatus =
  | 'ACTIVE'
  | 'DISABLED'
  | 'SUSPENDED';
export type AdminStatusCondition = {
  eq?: AdminStatus | null | undefined;
  in?: Array<AdminStatus | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: AdminStatus | null | undefined;
  notIn?: Array<AdminStatus | null | undefined> | null | undefined;
};
export type AdminViewInput = {
  columns: Array<string>;
  filter?: AdminFilter | null | undefined;
  sort?: Array<AdminSort> | null | undefined;
};
export type AnyIdCondition = {
  eq?: string | null | undefined;
  in?: Array<string | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: string | null | undefined;
  notIn?: Array<string | null | undefined> | null | undefined;
};
export type AuditAction =
  | 'OTHER'
  | 'accessDenied'
  | 'addCustomerNote'
  | 'anonymizeCustomer'
  | 'archiveBatch'
  | 'assignPreorder'
  | 'cancelSale'
  | 'changePassword'
  | 'claimDevice'
  | 'correctSale'
  | 'createAdmin'
  | 'createBatch'
  | 'createCustomer'
  | 'createPairingChallenge'
  | 'createPreorder'
  | 'createSale'
  | 'createSavedQuestion'
  | 'createSavedView'
  | 'createServiceAccount'
  | 'deleteBatch'
  | 'deletePreorder'
  | 'deleteSavedQuestion'
  | 'deleteSavedView'
  | 'endSession'
  | 'exportAuditEntries'
  | 'exportAuditEntryMetrics'
  | 'exportBatches'
  | 'exportClaimCodeMetrics'
  | 'exportClaimCodes'
  | 'exportCustomerMetrics'
  | 'exportCustomers'
  | 'exportDeviceEventMetrics'
  | 'exportDeviceEvents'
  | 'exportDeviceMetrics'
  | 'exportDevices'
  | 'exportFleetDayMetrics'
  | 'exportHeartbeatMetrics'
  | 'exportHeartbeats'
  | 'exportInstallationMetrics'
  | 'exportInstallations'
  | 'exportPackageDevices'
  | 'exportPairingMetrics'
  | 'exportPreorderEventMetrics'
  | 'exportPreorderMetrics'
  | 'exportPreorders'
  | 'exportRefundMetrics'
  | 'exportRefunds'
  | 'exportReleases'
  | 'exportSales'
  | 'exportSalesMetrics'
  | 'exportTeam'
  | 'getCodeStatus'
  | 'getLatestFirmware'
  | 'inspectPackage'
  | 'interruptInstallation'
  | 'issueMaintenanceGrant'
  | 'issueProvisioningEnvelope'
  | 'linkSaleToPreorder'
  | 'login'
  | 'loginFailed'
  | 'logout'
  | 'pairingCredentialReused'
  | 'pauseRelease'
  | 'provisionBatch'
  | 'provisionDevices'
  | 'reconcileInstallation'
  | 'recordHeartbeat'
  | 'recordPreorderView'
  | 'refreshPairing'
  | 'refundSale'
  | 'reportInstallation'
  | 'resetAdminPassword'
  | 'resetClaim'
  | 'revokeAdminSessions'
  | 'revokePairing'
  | 'revokeServiceAccount'
  | 'setAdminRole'
  | 'setAdminStatus'
  | 'setDeviceStatus'
  | 'setPreferences'
  | 'setPreorderStatus'
  | 'setReleaseLifecycle'
  | 'transferDevice'
  | 'updateBatch'
  | 'updateBusinessSettings'
  | 'updateCustomer'
  | 'updatePreorderSettings'
  | 'updateSale'
  | 'updateSavedQuestion'
  | 'updateSavedView'
  | 'updateSystemSettings'
  | 'uploadLegacyRelease'
  | 'uploadPackage';
export type AuditActionCondition = {
  eq?: AuditAction | null | undefined;
  in?: Array<AuditAction | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: AuditAction | null | undefined;
  notIn?: Array<AuditAction | null | undefined> | null | undefined;
};
export type AuditEntryFilter = {
  action?: AuditActionCondition | null | undefined;
  actorId?: AnyIdCondition | null | undefined;
  actorType?: ActorTypeCondition | null | undefined;
  and?: Array<AuditEntryFilter | null | undefined> | null | undefined;
  at?: TimeCondition | null | undefined;
  not?: AuditEntryFilter | null | undefined;
  or?: Array<AuditEntryFilter | null | undefined> | null | undefined;
  requestId?: TextCondition | null | undefined;
  serviceAccount?: ServiceAccountFilter | null | undefined;
  serviceAccountId?: IdCondition | null | undefined;
  targetId?: AnyIdCondition | null | undefined;
  targetKind?: TargetKindCondition | null | undefined;
};
export type AuditEntrySort = {
  direction: SortDirection;
  field: AuditEntrySortField;
};
export type AuditEntrySortField =
  | 'ACTION'
  | 'ACTOR_TYPE'
  | 'AT'
  | 'SERVICE_ACCOUNT_CREATED_AT'
  | 'SERVICE_ACCOUNT_EXPIRES_AT'
  | 'SERVICE_ACCOUNT_LAST_USED_AT'
  | 'SERVICE_ACCOUNT_NAME'
  | 'SERVICE_ACCOUNT_ROLE'
  | 'SERVICE_ACCOUNT_STATUS'
  | 'TARGET_KIND';
export type AuditEntryViewInput = {
  columns: Array<string>;
  filter?: AuditEntryFilter | null | undefined;
  sort?: Array<AuditEntrySort> | null | undefined;
};
export type BatchFilter = {
  and?: Array<BatchFilter | null | undefined> | null | undefined;
  code?: TextCondition | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  createdById?: IdCondition | null | undefined;
  devices?: DeviceListFilter | null | undefined;
  hardwareRevision?: TextCondition | null | undefined;
  model?: TextCondition | null | undefined;
  not?: BatchFilter | null | undefined;
  or?: Array<BatchFilter | null | undefined> | null | undefined;
  provisionedAt?: TimeCondition | null | undefined;
  quantity?: IntegerCondition | null | undefined;
  source?: TextCondition | null | undefined;
  status?: BatchStatusCondition | null | undefined;
};
export type BatchSort = {
  direction: SortDirection;
  field: BatchSortField;
};
export type BatchSortField =
  | 'CODE'
  | 'CREATED_AT'
  | 'HARDWARE_REVISION'
  | 'MODEL'
  | 'PROVISIONED_AT'
  | 'QUANTITY'
  | 'STATUS'
  | 'UPDATED_AT';
export type BatchStatus =
  | 'ARCHIVED'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'DRAFT'
  | 'PROVISIONING'
  | 'READY';
export type BatchStatusCondition = {
  eq?: BatchStatus | null | undefined;
  in?: Array<BatchStatus | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: BatchStatus | null | undefined;
  notIn?: Array<BatchStatus | null | undefined> | null | undefined;
};
export type BatchViewInput = {
  columns: Array<string>;
  filter?: BatchFilter | null | undefined;
  search?: string | null | undefined;
  sort?: Array<BatchSort> | null | undefined;
};
export type BlockedBy =
  | 'ROLE'
  | 'STATE';
export type BooleanCondition = {
  eq?: boolean | null | undefined;
  in?: Array<boolean | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: boolean | null | undefined;
  notIn?: Array<boolean | null | undefined> | null | undefined;
};
export type BulkRecordInput = {
  expectedRevision?: number | null | undefined;
  id: string;
};
export type CalendarPeriod =
  | 'PREVIOUS_MONTH'
  | 'PREVIOUS_WEEK'
  | 'PREVIOUS_YEAR'
  | 'THIS_MONTH'
  | 'THIS_WEEK'
  | 'THIS_YEAR'
  | 'TODAY'
  | 'YESTERDAY';
export type ChangePasswordInput = {
  currentPassword: string;
  newPassword: string;
};
export type ClaimCodeFilter = {
  and?: Array<ClaimCodeFilter | null | undefined> | null | undefined;
  claimedAt?: TimeCondition | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  device?: DeviceFilter | null | undefined;
  deviceId?: IdCondition | null | undefined;
  expiresAt?: TimeCondition | null | undefined;
  not?: ClaimCodeFilter | null | undefined;
  or?: Array<ClaimCodeFilter | null | undefined> | null | undefined;
  serial?: TextCondition | null | undefined;
  status?: ClaimCodeStatusCondition | null | undefined;
};
export type ClaimCodeSort = {
  direction: SortDirection;
  field: ClaimCodeSortField;
};
export type ClaimCodeSortField =
  | 'CLAIMED_AT'
  | 'CREATED_AT'
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_HARDWARE_REVISION'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_MODEL'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'DEVICE_UPDATED_AT'
  | 'EXPIRES_AT'
  | 'SERIAL'
  | 'STATUS';
export type ClaimCodeStatus =
  | 'AVAILABLE'
  | 'CLAIMED'
  | 'EXPIRED'
  | 'VOID';
export type ClaimCodeStatusCondition = {
  eq?: ClaimCodeStatus | null | undefined;
  in?: Array<ClaimCodeStatus | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: ClaimCodeStatus | null | undefined;
  notIn?: Array<ClaimCodeStatus | null | undefined> | null | undefined;
};
export type ClaimCodeViewInput = {
  columns: Array<string>;
  filter?: ClaimCodeFilter | null | undefined;
  sort?: Array<ClaimCodeSort> | null | undefined;
};
export type CreateSavedViewInput = {
  name: string;
  shared?: boolean | null | undefined;
  view: ViewInput;
};
export type CustomerFilter = {
  and?: Array<CustomerFilter | null | undefined> | null | undefined;
  city?: TextCondition | null | undefined;
  company?: TextCondition | null | undefined;
  country?: TextCondition | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  devices?: DeviceListFilter | null | undefined;
  email?: TextCondition | null | undefined;
  fullName?: TextCondition | null | undefined;
  not?: CustomerFilter | null | undefined;
  or?: Array<CustomerFilter | null | undefined> | null | undefined;
  phone?: TextCondition | null | undefined;
  preferredLanguage?: LocaleCondition | null | undefined;
  preorders?: PreorderListFilter | null | undefined;
  purchases?: CustomerPurchasesFilter | null | undefined;
  purchasesByCurrency?: CustomerPurchasesListFilter | null | undefined;
  region?: TextCondition | null | undefined;
  sales?: SaleListFilter | null | undefined;
  sharesPhone?: BooleanCondition | null | undefined;
  source?: TextCondition | null | undefined;
  telegramUsername?: TextCondition | null | undefined;
  updatedAt?: TimeCondition | null | undefined;
};
export type CustomerPurchasesAtLeast = {
  count?: number | null | undefined;
  of?: CustomerPurchasesFilter | null | undefined;
};
export type CustomerPurchasesFilter = {
  and?: Array<CustomerPurchasesFilter | null | undefined> | null | undefined;
  currency?: TextCondition | null | undefined;
  customer?: CustomerFilter | null | undefined;
  customerId?: IdCondition | null | undefined;
  netRevenue?: MoneyCondition | null | undefined;
  not?: CustomerPurchasesFilter | null | undefined;
  or?: Array<CustomerPurchasesFilter | null | undefined> | null | undefined;
  orders?: IntegerCondition | null | undefined;
  refunded?: MoneyCondition | null | undefined;
  revenue?: MoneyCondition | null | undefined;
};
export type CustomerPurchasesListFilter = {
  atLeast?: CustomerPurchasesAtLeast | null | undefined;
  every?: CustomerPurchasesFilter | null | undefined;
  none?: CustomerPurchasesFilter | null | undefined;
  some?: CustomerPurchasesFilter | null | undefined;
};
export type CustomerSort = {
  direction: SortDirection;
  field: CustomerSortField;
};
export type CustomerSortField =
  | 'CITY'
  | 'COMPANY'
  | 'COUNTRY'
  | 'CREATED_AT'
  | 'EMAIL'
  | 'FULL_NAME'
  | 'PURCHASES_CURRENCY'
  | 'PURCHASES_NET_REVENUE'
  | 'PURCHASES_ORDERS'
  | 'PURCHASES_REVENUE'
  | 'REGION'
  | 'SOURCE'
  | 'UPDATED_AT';
export type CustomerViewInput = {
  columns: Array<string>;
  filter?: CustomerFilter | null | undefined;
  search?: string | null | undefined;
  sort?: Array<CustomerSort> | null | undefined;
};
export type DefaultViewInput = {
  list: ViewedList;
  viewId?: string | null | undefined;
};
export type Density =
  | 'COMFORTABLE'
  | 'COMPACT';
export type DeviceAtLeast = {
  count?: number | null | undefined;
  of?: DeviceFilter | null | undefined;
};
export type DeviceEventAtLeast = {
  count?: number | null | undefined;
  of?: DeviceEventFilter | null | undefined;
};
export type DeviceEventCause =
  | 'OTHER'
  | 'backfill'
  | 'cancelSale'
  | 'claimDevice'
  | 'createSale'
  | 'heartbeat'
  | 'provisionBatch'
  | 'provisionDevices'
  | 'refundSale'
  | 'resetClaim'
  | 'secretProved'
  | 'setDeviceStatus'
  | 'transferDevice'
  | 'updateBatch'
  | 'updateSale';
export type DeviceEventFilter = {
  and?: Array<DeviceEventFilter | null | undefined> | null | undefined;
  at?: TimeCondition | null | undefined;
  device?: DeviceFilter | null | undefined;
  deviceId?: IdCondition | null | undefined;
  fromOwner?: CustomerFilter | null | undefined;
  not?: DeviceEventFilter | null | undefined;
  or?: Array<DeviceEventFilter | null | undefined> | null | undefined;
  toOwner?: CustomerFilter | null | undefined;
};
export type DeviceEventListFilter = {
  atLeast?: DeviceEventAtLeast | null | undefined;
  every?: DeviceEventFilter | null | undefined;
  none?: DeviceEventFilter | null | undefined;
  some?: DeviceEventFilter | null | undefined;
};
export type DeviceEventSort = {
  direction: SortDirection;
  field: DeviceEventSortField;
};
export type DeviceEventSortField =
  | 'AT'
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_HARDWARE_REVISION'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_MODEL'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'DEVICE_UPDATED_AT'
  | 'FROM_OWNER_CITY'
  | 'FROM_OWNER_COMPANY'
  | 'FROM_OWNER_COUNTRY'
  | 'FROM_OWNER_CREATED_AT'
  | 'FROM_OWNER_EMAIL'
  | 'FROM_OWNER_FULL_NAME'
  | 'FROM_OWNER_REGION'
  | 'FROM_OWNER_SOURCE'
  | 'FROM_OWNER_UPDATED_AT'
  | 'TO_OWNER_CITY'
  | 'TO_OWNER_COMPANY'
  | 'TO_OWNER_COUNTRY'
  | 'TO_OWNER_CREATED_AT'
  | 'TO_OWNER_EMAIL'
  | 'TO_OWNER_FULL_NAME'
  | 'TO_OWNER_REGION'
  | 'TO_OWNER_SOURCE'
  | 'TO_OWNER_UPDATED_AT';
export type DeviceEventViewInput = {
  columns: Array<string>;
  filter?: DeviceEventFilter | null | undefined;
  sort?: Array<DeviceEventSort> | null | undefined;
};
export type DeviceFilter = {
  activatedAt?: TimeCondition | null | undefined;
  activeSale?: SaleFilter | null | undefined;
  and?: Array<DeviceFilter | null | undefined> | null | undefined;
  appVersion?: TextCondition | null | undefined;
  batch?: BatchFilter | null | undefined;
  batchCode?: TextCondition | null | undefined;
  batchId?: IdCondition | null | undefined;
  claimedAt?: TimeCondition | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  events?: DeviceEventListFilter | null | undefined;
  firmwareBuildNumber?: IntegerCondition | null | undefined;
  firmwareChannel?: FirmwareChannelCondition | null | undefined;
  firmwareVersion?: TextCondition | null | undefined;
  hardwareRevision?: TextCondition | null | undefined;
  installations?: InstallationListFilter | null | undefined;
  lastSeenAt?: TimeCondition | null | undefined;
  model?: TextCondition | null | undefined;
  not?: DeviceFilter | null | undefined;
  online?: BooleanCondition | null | undefined;
  or?: Array<DeviceFilter | null | undefined> | null | undefined;
  owner?: CustomerFilter | null | undefined;
  ownerId?: IdCondition | null | undefined;
  serial?: TextCondition | null | undefined;
  status?: DeviceStatusCondition | null | undefined;
  updatedAt?: TimeCondition | null | undefined;
};
export type DeviceListFilter = {
  atLeast?: DeviceAtLeast | null | undefined;
  every?: DeviceFilter | null | undefined;
  none?: DeviceFilter | null | undefined;
  some?: DeviceFilter | null | undefined;
};
export type DeviceSort = {
  direction: SortDirection;
  field: DeviceSortField;
};
export type DeviceSortField =
  | 'ACTIVATED_AT'
  | 'ACTIVE_SALE_CANCELLED_AT'
  | 'ACTIVE_SALE_CLAIMED_AT'
  | 'ACTIVE_SALE_CREATED_AT'
  | 'ACTIVE_SALE_CURRENCY'
  | 'ACTIVE_SALE_CUSTOMER_NAME'
  | 'ACTIVE_SALE_DISCOUNT'
  | 'ACTIVE_SALE_NUMBER'
  | 'ACTIVE_SALE_PAYMENT_STATUS'
  | 'ACTIVE_SALE_REFUNDED_TOTAL'
  | 'ACTIVE_SALE_SALES_CHANNEL'
  | 'ACTIVE_SALE_SERIAL'
  | 'ACTIVE_SALE_SOLD_AT'
  | 'ACTIVE_SALE_STATUS'
  | 'ACTIVE_SALE_TOTAL'
  | 'ACTIVE_SALE_UNIT_PRICE'
  | 'ACTIVE_SALE_UPDATED_AT'
  | 'BATCH_CODE'
  | 'BATCH_CREATED_AT'
  | 'BATCH_HARDWARE_REVISION'
  | 'BATCH_MODEL'
  | 'BATCH_PROVISIONED_AT'
  | 'BATCH_QUANTITY'
  | 'BATCH_STATUS'
  | 'BATCH_UPDATED_AT'
  | 'CLAIMED_AT'
  | 'CREATED_AT'
  | 'FIRMWARE_BUILD_NUMBER'
  | 'FIRMWARE_VERSION'
  | 'HARDWARE_REVISION'
  | 'LAST_SEEN_AT'
  | 'MODEL'
  | 'OWNER_CITY'
  | 'OWNER_COMPANY'
  | 'OWNER_COUNTRY'
  | 'OWNER_CREATED_AT'
  | 'OWNER_EMAIL'
  | 'OWNER_FULL_NAME'
  | 'OWNER_REGION'
  | 'OWNER_SOURCE'
  | 'OWNER_UPDATED_AT'
  | 'SERIAL'
  | 'STATUS'
  | 'UPDATED_AT';
export type DeviceStatus =
  | 'ACTIVE'
  | 'CLAIMED'
  | 'INVENTORY'
  | 'READY'
  | 'REPAIR'
  | 'RETIRED'
  | 'RETURNED'
  | 'REVOKED'
  | 'SOLD'
  | 'SUSPENDED';
export type DeviceStatusCondition = {
  eq?: DeviceStatus | null | undefined;
  in?: Array<DeviceStatus | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: DeviceStatus | null | undefined;
  notIn?: Array<DeviceStatus | null | undefined> | null | undefined;
};
export type DeviceViewInput = {
  columns: Array<string>;
  filter?: DeviceFilter | null | undefined;
  search?: string | null | undefined;
  sort?: Array<DeviceSort> | null | undefined;
};
export type ErrorCode =
  | 'ADMIN_AUTH_REQUIRED'
  | 'ADMIN_NOT_FOUND'
  | 'ASSIGNEE_NOT_ELIGIBLE'
  | 'BAD_REQUEST'
  | 'BATCH_ALREADY_PROVISIONED'
  | 'BATCH_NOT_DELETABLE'
  | 'BATCH_NOT_EDITABLE'
  | 'BATCH_NOT_FOUND'
  | 'CHALLENGE_INVALID'
  | 'CLAIM_CODE_UNAVAILABLE'
  | 'CONFIRMATION_MISMATCH'
  | 'CSRF_ORIGIN_REJECTED'
  | 'CUSTOMER_ANONYMIZED'
  | 'CUSTOMER_IN_USE'
  | 'CUSTOMER_NOT_FOUND'
  | 'DEVICE_ALREADY_CLAIMED'
  | 'DEVICE_ALREADY_SOLD'
  | 'DEVICE_NOT_ALLOWED'
  | 'DEVICE_NOT_FOUND'
  | 'DEVICE_NOT_SELLABLE'
  | 'DEVICE_PROOF_INVALID'
  | 'DEVICE_PROOF_REQUIRED'
  | 'DEVICE_TIMESTAMP_OUT_OF_RANGE'
  | 'DISCOUNT_EXCEEDS_PRICE'
  | 'DOCUMENT_NOT_TRUSTED'
  | 'DOWNLOAD_NOT_ALLOWED'
  | 'DUPLICATE_BATCH_CODE'
  | 'DUPLICATE_EMAIL'
  | 'DUPLICATE_PHONE'
  | 'EXPECTATION_MISMATCH'
  | 'FILE_NOT_FOUND'
  | 'GRANT_EXISTS'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'HARDWARE_PROOF_INVALID'
  | 'HEADERS_TOO_LARGE'
  | 'HEARTBEAT_CONTRADICTS'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_REQUIRED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSTALLATION_INTERRUPTED'
  | 'INSTALLATION_LIMIT_REACHED'
  | 'INSTALLATION_NOT_FOUND'
  | 'INSTALLATION_RELEASE_MISMATCH'
  | 'INSTALLATION_TERMINAL'
  | 'INTERNAL_ERROR'
  | 'INVALID_CREDENTIALS'
  | 'INVALID_LIFECYCLE_TRANSITION'
  | 'INVALID_RANGE'
  | 'INVALID_TEXT_ENCODING'
  | 'INVALID_TRANSITION'
  | 'LAST_SUPER_ADMIN'
  | 'MALFORMED_JSON'
  | 'MALFORMED_MULTIPART'
  | 'MANUAL_DEPOSIT_NOT_ALLOWED'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'OPERATION_NOT_AUTHORIZED'
  | 'OVERLOADED'
  | 'PACKAGE_DIGEST_MISMATCH'
  | 'PACKAGE_KEY_RETIRED'
  | 'PACKAGE_KEY_REVOKED'
  | 'PACKAGE_KEY_UNKNOWN'
  | 'PACKAGE_MALFORMED'
  | 'PACKAGE_NOT_ALLOWED'
  | 'PACKAGE_SIGNATURE_INVALID'
  | 'PAIRING_AUTH_REQUIRED'
  | 'PAIRING_NOT_FOUND'
  | 'PASSWORD_CHANGE_REQUIRED'
  | 'PASSWORD_TOO_COMMON'
  | 'PAYLOAD_TOO_LARGE'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  | 'PREORDER_CAPACITY_REACHED'
  | 'PREORDER_DELETED'
  | 'PREORDER_DISABLED'
  | 'PREORDER_NOT_DELETABLE'
  | 'PREORDER_NOT_FOUND'
  | 'PREORDER_NOT_LINKABLE'
  | 'PREORDER_OF_ANOTHER_CUSTOMER'
  | 'PREORDER_QUANTITY_EXCEEDED'
  | 'PREORDER_SOLD'
  | 'PROVISIONER_KEY_INVALID'
  | 'PUBLIC_KEY_INVALID'
  | 'PUBLIC_URL_IS_LOCAL'
  | 'QUERY_COST_EXCEEDED'
  | 'RATE_LIMITED'
  | 'REFUND_AMOUNT_EXCEEDS_REFUNDABLE'
  | 'REFUND_NOT_ALLOWED'
  | 'RELEASE_CONFLICT'
  | 'RELEASE_NOT_FOUND'
  | 'RELEASE_REVOKED'
  | 'REQUEST_TIMEOUT'
  | 'REVISION_CONFLICT'
  | 'ROLE_FORBIDDEN'
  | 'ROUTE_NOT_FOUND'
  | 'SALE_HAS_PAYMENTS'
  | 'SALE_NOT_EDITABLE'
  | 'SALE_NOT_FOUND'
  | 'SAVED_QUESTION_NOT_FOUND'
  | 'SAVED_VIEW_LIMIT_REACHED'
  | 'SAVED_VIEW_NOT_FOUND'
  | 'SELF_CHANGE_FORBIDDEN'
  | 'SERVICE_ACCOUNT_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE'
  | 'SESSION_NOT_FOUND'
  | 'SESSION_REQUIRED'
  | 'SHUTTING_DOWN'
  | 'STORAGE_FULL'
  | 'STORAGE_UNAVAILABLE'
  | 'TARGET_DEVICE_INCOMPATIBLE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VALIDATION_FAILED';
export type ErrorMessageId =
  | 'ADMIN_AUTH_REQUIRED_INVALID_TOKEN'
  | 'ADMIN_AUTH_REQUIRED_SIGN_IN'
  | 'ADMIN_AUTH_REQUIRED_TWO_CREDENTIALS'
  | 'ADMIN_NOT_FOUND'
  | 'ASSIGNEE_NOT_ELIGIBLE'
  | 'BAD_REQUEST_ACCEPT'
  | 'BAD_REQUEST_CLIENT_LEFT'
  | 'BAD_REQUEST_DATABASE'
  | 'BAD_REQUEST_MALFORMED'
  | 'BAD_REQUEST_OTHER'
  | 'BAD_REQUEST_PARAMETER'
  | 'BAD_REQUEST_SINGLE_CONNECTION'
  | 'BATCH_ALREADY_PROVISIONED'
  | 'BATCH_NOT_DELETABLE_ARCHIVED'
  | 'BATCH_NOT_DELETABLE_WITH_DEVICES'
  | 'BATCH_NOT_DELETABLE_WRONG_STATUS'
  | 'BATCH_NOT_EDITABLE'
  | 'BATCH_NOT_FOUND'
  | 'CHALLENGE_INVALID'
  | 'CLAIM_CODE_UNAVAILABLE'
  | 'CONFIRMATION_MISMATCH'
  | 'CSRF_ORIGIN_REJECTED'
  | 'CUSTOMER_ANONYMIZED'
  | 'CUSTOMER_IN_USE'
  | 'CUSTOMER_NOT_FOUND'
  | 'DEVICE_ALREADY_CLAIMED'
  | 'DEVICE_ALREADY_SOLD'
  | 'DEVICE_NOT_ALLOWED_APPS'
  | 'DEVICE_NOT_ALLOWED_RETIRED'
  | 'DEVICE_NOT_FOUND'
  | 'DEVICE_NOT_SELLABLE'
  | 'DEVICE_PROOF_INVALID'
  | 'DEVICE_PROOF_REQUIRED'
  | 'DEVICE_TIMESTAMP_OUT_OF_RANGE'
  | 'DISCOUNT_EXCEEDS_PRICE'
  | 'DOCUMENT_NOT_TRUSTED'
  | 'DOWNLOAD_NOT_ALLOWED'
  | 'DUPLICATE_BATCH_CODE'
  | 'DUPLICATE_EMAIL_ADMIN'
  | 'DUPLICATE_EMAIL_CUSTOMER'
  | 'DUPLICATE_PHONE'
  | 'EXPECTATION_MISMATCH_FAILURE_REASON'
  | 'EXPECTATION_MISMATCH_GRANT'
  | 'EXPECTATION_MISMATCH_HARDWARE_REVISION'
  | 'EXPECTATION_MISMATCH_INSTALLATION_BUILD'
  | 'EXPECTATION_MISMATCH_INSTALLATION_SERIAL'
  | 'EXPECTATION_MISMATCH_INSTALLATION_VERSION'
  | 'EXPECTATION_MISMATCH_SERIAL'
  | 'FILE_NOT_FOUND'
  | 'GRANT_EXISTS'
  | 'GRAPHQL_VALIDATION_FAILED_ALIASED_SCHEMA'
  | 'GRAPHQL_VALIDATION_FAILED_FIELDS'
  | 'GRAPHQL_VALIDATION_FAILED_FIELD_REPEATED'
  | 'GRAPHQL_VALIDATION_FAILED_FRAGMENT_CYCLE'
  | 'GRAPHQL_VALIDATION_FAILED_FRAGMENT_TWICE'
  | 'GRAPHQL_VALIDATION_FAILED_MUTATION_ELSEWHERE'
  | 'GRAPHQL_VALIDATION_FAILED_OTHER'
  | 'GRAPHQL_VALIDATION_FAILED_QUERY_ELSEWHERE'
  | 'GRAPHQL_VALIDATION_FAILED_SUBSCRIPTION_ELSEWHERE'
  | 'GRAPHQL_VALIDATION_FAILED_TOO_COSTLY'
  | 'GRAPHQL_VALIDATION_FAILED_TOO_DEEP'
  | 'GRAPHQL_VALIDATION_FAILED_TOO_MANY'
  | 'GRAPHQL_VALIDATION_FAILED_TOO_MANY_VALUES'
  | 'GRAPHQL_VALIDATION_FAILED_TYPE_TOO_DEEP'
  | 'GRAPHQL_VALIDATION_FAILED_VALUE_TOO_DEEP'
  | 'HARDWARE_PROOF_INVALID'
  | 'HEADERS_TOO_LARGE'
  | 'HEARTBEAT_CONTRADICTS_BUILD'
  | 'HEARTBEAT_CONTRADICTS_SLOT'
  | 'HEARTBEAT_CONTRADICTS_VERSION'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_REQUIRED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INSTALLATION_INTERRUPTED'
  | 'INSTALLATION_LIMIT_REACHED'
  | 'INSTALLATION_NOT_FOUND'
  | 'INSTALLATION_RELEASE_MISMATCH_EXPECTED'
  | 'INSTALLATION_RELEASE_MISMATCH_REPORT'
  | 'INSTALLATION_TERMINAL_ENDED'
  | 'INSTALLATION_TERMINAL_REPORT'
  | 'INTERNAL_ERROR'
  | 'INVALID_CREDENTIALS_CURRENT_PASSWORD'
  | 'INVALID_CREDENTIALS_SIGN_IN'
  | 'INVALID_LIFECYCLE_TRANSITION_BEGUN'
  | 'INVALID_LIFECYCLE_TRANSITION_COMPLETED'
  | 'INVALID_LIFECYCLE_TRANSITION_FINAL'
  | 'INVALID_LIFECYCLE_TRANSITION_ONLY_FROM'
  | 'INVALID_LIFECYCLE_TRANSITION_OTHER_CAUSES'
  | 'INVALID_LIFECYCLE_TRANSITION_REVOKED'
  | 'INVALID_LIFECYCLE_TRANSITION_STEPS'
  | 'INVALID_RANGE_CUSTOM_NEEDS_BOTH'
  | 'INVALID_RANGE_ENDS_FIRST'
  | 'INVALID_RANGE_INCOMPLETE'
  | 'INVALID_RANGE_NOT_BEFORE'
  | 'INVALID_RANGE_ONLY_CUSTOM'
  | 'INVALID_RANGE_TOO_LONG'
  | 'INVALID_RANGE_TOO_MANY_YEARS'
  | 'INVALID_RANGE_WITH_PRESET'
  | 'INVALID_RANGE_YEARS'
  | 'INVALID_TEXT_ENCODING_FIELDS'
  | 'INVALID_TEXT_ENCODING_INPUT'
  | 'INVALID_TEXT_ENCODING_OTHER'
  | 'INVALID_TRANSITION_BATCH_ABANDONED'
  | 'INVALID_TRANSITION_BATCH_ARCHIVED'
  | 'INVALID_TRANSITION_BATCH_FINAL'
  | 'INVALID_TRANSITION_BATCH_FIXED'
  | 'INVALID_TRANSITION_BATCH_NEVER_PROVISIONED'
  | 'INVALID_TRANSITION_BATCH_NOT_PROVISIONED'
  | 'INVALID_TRANSITION_BATCH_PROVISIONING'
  | 'INVALID_TRANSITION_BATCH_TO_ARCHIVE'
  | 'INVALID_TRANSITION_BATCH_TO_PROVISION'
  | 'INVALID_TRANSITION_BATCH_WITH_DEVICES'
  | 'INVALID_TRANSITION_CLAIM_RESET'
  | 'INVALID_TRANSITION_DEVICE_FINAL'
  | 'INVALID_TRANSITION_DEVICE_GONE'
  | 'INVALID_TRANSITION_DEVICE_IN_USE'
  | 'INVALID_TRANSITION_DEVICE_NEEDS_BOTH'
  | 'INVALID_TRANSITION_DEVICE_NEEDS_CODE'
  | 'INVALID_TRANSITION_DEVICE_NEEDS_ENVELOPE'
  | 'INVALID_TRANSITION_ENVELOPE'
  | 'INVALID_TRANSITION_FINAL'
  | 'INVALID_TRANSITION_GRANT'
  | 'INVALID_TRANSITION_ONLY_FROM'
  | 'INVALID_TRANSITION_OTHER_CAUSES'
  | 'INVALID_TRANSITION_PREORDER_FINAL'
  | 'INVALID_TRANSITION_RECONCILE_RUNNING'
  | 'INVALID_TRANSITION_RECONCILE_SUCCEEDED'
  | 'INVALID_TRANSITION_SALE_BY_REFUND'
  | 'INVALID_TRANSITION_SALE_CLAIMED'
  | 'INVALID_TRANSITION_SALE_OVER'
  | 'INVALID_TRANSITION_SALE_PARTLY_REFUNDED'
  | 'INVALID_TRANSITION_SALE_REFUNDED'
  | 'INVALID_TRANSITION_SALE_STATUS'
  | 'INVALID_TRANSITION_STEPS'
  | 'INVALID_TRANSITION_TRANSFER'
  | 'LAST_SUPER_ADMIN'
  | 'MALFORMED_JSON'
  | 'MALFORMED_MULTIPART'
  | 'MANUAL_DEPOSIT_NOT_ALLOWED'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_FOUND_CLAIM_CODE'
  | 'NOT_FOUND_PAGE'
  | 'NOT_FOUND_SETTINGS'
  | 'OPERATION_NOT_AUTHORIZED'
  | 'OVERLOADED_BUSY'
  | 'OVERLOADED_CONNECTION'
  | 'OVERLOADED_LOCKED'
  | 'OVERLOADED_PASSWORDS'
  | 'OVERLOADED_QUEUE'
  | 'OVERLOADED_SLOW'
  | 'OVERLOADED_STREAMS'
  | 'OVERLOADED_TIME'
  | 'OVERLOADED_UNREAD'
  | 'PACKAGE_DIGEST_MISMATCH_OTHER'
  | 'PACKAGE_KEY_RETIRED_OTHER'
  | 'PACKAGE_KEY_REVOKED_OTHER'
  | 'PACKAGE_KEY_REVOKED_STORED'
  | 'PACKAGE_KEY_UNKNOWN_OTHER'
  | 'PACKAGE_KEY_UNKNOWN_STORED'
  | 'PACKAGE_MALFORMED_OTHER'
  | 'PACKAGE_NOT_ALLOWED_OTHER'
  | 'PACKAGE_NOT_ALLOWED_STORED'
  | 'PACKAGE_SIGNATURE_INVALID_OTHER'
  | 'PACKAGE_SIGNATURE_INVALID_STORED'
  | 'PAIRING_AUTH_REQUIRED'
  | 'PAIRING_NOT_FOUND'
  | 'PASSWORD_CHANGE_REQUIRED'
  | 'PASSWORD_TOO_COMMON'
  | 'PAYLOAD_TOO_LARGE_BODY'
  | 'PAYLOAD_TOO_LARGE_FILE'
  | 'PERSISTED_QUERY_NOT_FOUND'
  | 'PERSISTED_QUERY_NOT_SUPPORTED'
  | 'PREORDER_CAPACITY_REACHED'
  | 'PREORDER_DELETED'
  | 'PREORDER_DISABLED'
  | 'PREORDER_NOT_DELETABLE_DELIVERED'
  | 'PREORDER_NOT_DELETABLE_OPEN'
  | 'PREORDER_NOT_FOUND'
  | 'PREORDER_NOT_LINKABLE'
  | 'PREORDER_OF_ANOTHER_CUSTOMER'
  | 'PREORDER_QUANTITY_EXCEEDED'
  | 'PREORDER_SOLD'
  | 'PROVISIONER_KEY_INVALID_CANNOT_ENCRYPT'
  | 'PROVISIONER_KEY_INVALID_NOT_ALLOWED'
  | 'PROVISIONER_KEY_INVALID_NOT_PARSED'
  | 'PROVISIONER_KEY_INVALID_NOT_PEM'
  | 'PROVISIONER_KEY_INVALID_NOT_RSA'
  | 'PROVISIONER_KEY_INVALID_PRIVATE'
  | 'PROVISIONER_KEY_INVALID_WRONG_EXPONENT'
  | 'PROVISIONER_KEY_INVALID_WRONG_LENGTH'
  | 'PUBLIC_KEY_INVALID'
  | 'PUBLIC_URL_IS_LOCAL'
  | 'QUERY_COST_EXCEEDED_RECORDS'
  | 'QUERY_COST_EXCEEDED_TOO_SLOW'
  | 'RATE_LIMITED_ANALYTICS'
  | 'RATE_LIMITED_EXPORTS'
  | 'RATE_LIMITED_REQUESTS'
  | 'RATE_LIMITED_STREAMS'
  | 'RATE_LIMITED_WAIT'
  | 'REFUND_AMOUNT_EXCEEDS_REFUNDABLE'
  | 'REFUND_NOT_ALLOWED_CANCELLED'
  | 'REFUND_NOT_ALLOWED_REFUNDED'
  | 'REFUND_NOT_ALLOWED_UNPAID'
  | 'RELEASE_CONFLICT_BUILD'
  | 'RELEASE_CONFLICT_NO_IMAGE'
  | 'RELEASE_CONFLICT_SAME_BUILD'
  | 'RELEASE_CONFLICT_SECURITY_VERSION'
  | 'RELEASE_CONFLICT_UNSIGNED'
  | 'RELEASE_NOT_FOUND'
  | 'RELEASE_REVOKED_ABORT'
  | 'RELEASE_REVOKED_GRANT'
  | 'REQUEST_TIMEOUT_CLIENT_LEFT'
  | 'REQUEST_TIMEOUT_LATE'
  | 'REVISION_CONFLICT_MEANWHILE'
  | 'REVISION_CONFLICT_RELEASE'
  | 'REVISION_CONFLICT_STALE'
  | 'ROLE_FORBIDDEN_COMMAND_LINE'
  | 'ROLE_FORBIDDEN_OPERATION'
  | 'ROLE_FORBIDDEN_REQUEST'
  | 'ROLE_FORBIDDEN_SHARED'
  | 'ROUTE_NOT_FOUND'
  | 'SALE_HAS_PAYMENTS'
  | 'SALE_NOT_EDITABLE_BELOW_REFUNDED'
  | 'SALE_NOT_EDITABLE_CUSTOMER_CLAIMED'
  | 'SALE_NOT_EDITABLE_CUSTOMER_DEVICE_GONE'
  | 'SALE_NOT_EDITABLE_CUSTOMER_OF_PREORDER'
  | 'SALE_NOT_EDITABLE_LINK_CANCELLED'
  | 'SALE_NOT_EDITABLE_PRICE_OVER'
  | 'SALE_NOT_EDITABLE_PRICE_SETTLED'
  | 'SALE_NOT_FOUND'
  | 'SAVED_QUESTION_NOT_FOUND'
  | 'SAVED_VIEW_LIMIT_REACHED'
  | 'SAVED_VIEW_NOT_FOUND'
  | 'SELF_CHANGE_FORBIDDEN_PASSWORD'
  | 'SELF_CHANGE_FORBIDDEN_ROLE'
  | 'SELF_CHANGE_FORBIDDEN_STATUS'
  | 'SERVICE_ACCOUNT_NOT_FOUND'
  | 'SERVICE_UNAVAILABLE_DATABASE'
  | 'SERVICE_UNAVAILABLE_LIVE'
  | 'SERVICE_UNAVAILABLE_NOT_READY'
  | 'SERVICE_UNAVAILABLE_NO_ANSWER'
  | 'SERVICE_UNAVAILABLE_STARTING'
  | 'SESSION_NOT_FOUND'
  | 'SESSION_REQUIRED'
  | 'SHUTTING_DOWN'
  | 'STORAGE_FULL'
  | 'STORAGE_UNAVAILABLE_STORAGE'
  | 'STORAGE_UNAVAILABLE_UPLOAD'
  | 'TARGET_DEVICE_INCOMPATIBLE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VALIDATION_FAILED_FIELDS'
  | 'VALIDATION_FAILED_NO_OBJECT'
  | 'VALIDATION_FAILED_OTHER'
  | 'VALIDATION_FAILED_TOO_MANY_RECORDS';
export type FirmwareChannel =
  | 'BETA'
  | 'INTERNAL'
  | 'STABLE';
export type FirmwareChannelCondition = {
  eq?: FirmwareChannel | null | undefined;
  in?: Array<FirmwareChannel | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: FirmwareChannel | null | undefined;
  notIn?: Array<FirmwareChannel | null | undefined> | null | undefined;
};
export type FirmwareLifecycle =
  | 'COMPLETED'
  | 'DRAFT'
  | 'PAUSED'
  | 'READY'
  | 'REVOKED'
  | 'ROLLING_OUT';
export type FirmwareLifecycleCondition = {
  eq?: FirmwareLifecycle | null | undefined;
  in?: Array<FirmwareLifecycle | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: FirmwareLifecycle | null | undefined;
  notIn?: Array<FirmwareLifecycle | null | undefined> | null | undefined;
};
export type IdCondition = {
  eq?: string | null | undefined;
  in?: Array<string | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: string | null | undefined;
  notIn?: Array<string | null | undefined> | null | undefined;
};
export type InstallationAtLeast = {
  count?: number | null | undefined;
  of?: InstallationFilter | null | undefined;
};
export type InstallationFilter = {
  and?: Array<InstallationFilter | null | undefined> | null | undefined;
  buildNumber?: IntegerCondition | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  device?: DeviceFilter | null | undefined;
  deviceId?: IdCondition | null | undefined;
  hardwareRevision?: TextCondition | null | undefined;
  not?: InstallationFilter | null | undefined;
  or?: Array<InstallationFilter | null | undefined> | null | undefined;
  release?: ReleaseFilter | null | undefined;
  releaseId?: IdCondition | null | undefined;
  serial?: TextCondition | null | undefined;
  silent?: BooleanCondition | null | undefined;
  status?: InstallationStatusCondition | null | undefined;
  version?: TextCondition | null | undefined;
};
export type InstallationListFilter = {
  atLeast?: InstallationAtLeast | null | undefined;
  every?: InstallationFilter | null | undefined;
  none?: InstallationFilter | null | undefined;
  some?: InstallationFilter | null | undefined;
};
export type InstallationSort = {
  direction: SortDirection;
  field: InstallationSortField;
};
export type InstallationSortField =
  | 'BUILD_NUMBER'
  | 'CREATED_AT'
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_HARDWARE_REVISION'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_MODEL'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'DEVICE_UPDATED_AT'
  | 'HARDWARE_REVISION'
  | 'RELEASE_BUILD_NUMBER'
  | 'RELEASE_CHANNEL'
  | 'RELEASE_COMPLETED_AT'
  | 'RELEASE_CREATED_AT'
  | 'RELEASE_FIRMWARE_SIZE'
  | 'RELEASE_HARDWARE_REVISION'
  | 'RELEASE_LIFECYCLE'
  | 'RELEASE_MODEL'
  | 'RELEASE_REVOKED_AT'
  | 'RELEASE_ROLLOUT_PERCENTAGE'
  | 'RELEASE_ROLLOUT_STARTED_AT'
  | 'RELEASE_SECURITY_VERSION'
  | 'RELEASE_SOURCE'
  | 'RELEASE_UPDATED_AT'
  | 'RELEASE_VERSION'
  | 'SERIAL'
  | 'VERSION';
export type InstallationStatus =
  | 'AVAILABLE'
  | 'DOWNLOADING'
  | 'FAILED'
  | 'INSTALLING'
  | 'QUEUED'
  | 'REBOOTING'
  | 'ROLLED_BACK'
  | 'SUCCESS'
  | 'TRANSFERRING'
  | 'VALIDATING'
  | 'VERIFYING';
export type InstallationStatusCondition = {
  eq?: InstallationStatus | null | undefined;
  in?: Array<InstallationStatus | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: InstallationStatus | null | undefined;
  notIn?: Array<InstallationStatus | null | undefined> | null | undefined;
};
export type InstallationViewInput = {
  columns: Array<string>;
  filter?: InstallationFilter | null | undefined;
  sort?: Array<InstallationSort> | null | undefined;
};
export type IntegerCondition = {
  eq?: number | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<number | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  ne?: number | null | undefined;
  notIn?: Array<number | null | undefined> | null | undefined;
};
export type LiveEvent =
  | 'CREATED'
  | 'DELETED'
  | 'OFFLINE'
  | 'ONLINE'
  | 'PROGRESS'
  | 'REFETCH'
  | 'UPDATED';
export type Locale =
  | 'en'
  | 'ru'
  | 'uz';
export type LocaleCondition = {
  eq?: Locale | null | undefined;
  in?: Array<Locale | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: Locale | null | undefined;
  notIn?: Array<Locale | null | undefined> | null | undefined;
};
export type LoginInput = {
  email: string;
  password: string;
};
export type MoneyCondition = {
  eq?: number | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<number | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  ne?: number | null | undefined;
  notIn?: Array<number | null | undefined> | null | undefined;
};
export type OfferReason =
  | 'ATTEMPTS_USED_UP'
  | 'AWAITING_CONFIRMATION'
  | 'CHANNEL_NOT_ALLOWED'
  | 'DEVICE_STATUS'
  | 'DOWNLOADS_BUSY'
  | 'FAILED_FOR_GOOD'
  | 'FINISHING'
  | 'HARDWARE_MISMATCH'
  | 'IN_PROGRESS'
  | 'KEYS_REVOKED'
  | 'MIN_APP_VERSION'
  | 'MIN_FROM_VERSION'
  | 'NOT_IN_STAGE'
  | 'NO_RELEASE'
  | 'OFFERED'
  | 'OTHER_MODEL'
  | 'PAUSED'
  | 'RETRY_LATER'
  | 'ROLLED_BACK_HERE'
  | 'SECURITY_VERSION_TOO_LOW'
  | 'UP_TO_DATE';
export type OtaSlot =
  | 'ota_0'
  | 'ota_1';
export type PairingRevocation =
  | 'OTHER'
  | 'cancelSale'
  | 'claimDevice'
  | 'createSale'
  | 'credentialReuse'
  | 'heartbeat'
  | 'provisionBatch'
  | 'provisionDevices'
  | 'refundSale'
  | 'resetClaim'
  | 'revokePairing'
  | 'secretProved'
  | 'setDeviceStatus'
  | 'transferDevice'
  | 'updateBatch'
  | 'updateSale';
export type PaymentMethod =
  | 'DEPOSIT'
  | 'FULL';
export type PaymentMethodCondition = {
  eq?: PaymentMethod | null | undefined;
  in?: Array<PaymentMethod | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: PaymentMethod | null | undefined;
  notIn?: Array<PaymentMethod | null | undefined> | null | undefined;
};
export type PaymentStatus =
  | 'PAID'
  | 'PARTIAL'
  | 'REFUNDED'
  | 'UNPAID';
export type PaymentStatusCondition = {
  eq?: PaymentStatus | null | undefined;
  in?: Array<PaymentStatus | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: PaymentStatus | null | undefined;
  notIn?: Array<PaymentStatus | null | undefined> | null | undefined;
};
export type PreorderAtLeast = {
  count?: number | null | undefined;
  of?: PreorderFilter | null | undefined;
};
export type PreorderFilter = {
  and?: Array<PreorderFilter | null | undefined> | null | undefined;
  assignedAdminId?: IdCondition | null | undefined;
  cancelledAt?: TimeCondition | null | undefined;
  city?: TextCondition | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  currency?: TextCondition | null | undefined;
  customer?: CustomerFilter | null | undefined;
  customerId?: IdCondition | null | undefined;
  depositPaidAt?: TimeCondition | null | undefined;
  email?: TextCondition | null | undefined;
  firstContactedAt?: TimeCondition | null | undefined;
  fulfilledAt?: TimeCondition | null | undefined;
  fullName?: TextCondition | null | undefined;
  locale?: LocaleCondition | null | undefined;
  not?: PreorderFilter | null | undefined;
  number?: TextCondition | null | undefined;
  or?: Array<PreorderFilter | null | undefined> | null | undefined;
  paymentMethod?: PaymentMethodCondition | null | undefined;
  phone?: TextCondition | null | undefined;
  productColor?: ProductColorCondition | null | undefined;
  quantity?: IntegerCondition | null | undefined;
  refundDue?: BooleanCondition | null | undefined;
  region?: TextCondition | null | undefined;
  sales?: SaleListFilter | null | undefined;
  status?: PreorderStatusCondition | null | undefined;
  updatedAt?: TimeCondition | null | undefined;
  utmCampaign?: TextCondition | null | undefined;
  utmMedium?: TextCondition | null | undefined;
  utmSource?: TextCondition | null | undefined;
};
export type PreorderListFilter = {
  atLeast?: PreorderAtLeast | null | undefined;
  every?: PreorderFilter | null | undefined;
  none?: PreorderFilter | null | undefined;
  some?: PreorderFilter | null | undefined;
};
export type PreorderSort = {
  direction: SortDirection;
  field: PreorderSortField;
};
export type PreorderSortField =
  | 'CANCELLED_AT'
  | 'CITY'
  | 'CREATED_AT'
  | 'CUSTOMER_CITY'
  | 'CUSTOMER_COMPANY'
  | 'CUSTOMER_COUNTRY'
  | 'CUSTOMER_CREATED_AT'
  | 'CUSTOMER_EMAIL'
  | 'CUSTOMER_FULL_NAME'
  | 'CUSTOMER_REGION'
  | 'CUSTOMER_SOURCE'
  | 'CUSTOMER_UPDATED_AT'
  | 'DEPOSIT_PAID_AT'
  | 'FULFILLED_AT'
  | 'FULL_NAME'
  | 'LOCALE'
  | 'NUMBER'
  | 'QUANTITY'
  | 'REGION'
  | 'STATUS'
  | 'UPDATED_AT'
  | 'UTM_SOURCE';
export type PreorderStatus =
  | 'CANCELLED'
  | 'CONFIRMED'
  | 'CONTACTED'
  | 'DEPOSIT_PAID'
  | 'FULFILLED'
  | 'NEW'
  | 'PAYMENT_PENDING'
  | 'READY_TO_SHIP';
export type PreorderStatusCondition = {
  eq?: PreorderStatus | null | undefined;
  in?: Array<PreorderStatus | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: PreorderStatus | null | undefined;
  notIn?: Array<PreorderStatus | null | undefined> | null | undefined;
};
export type PreorderViewInput = {
  columns: Array<string>;
  filter?: PreorderFilter | null | undefined;
  search?: string | null | undefined;
  sort?: Array<PreorderSort> | null | undefined;
};
export type ProductColor =
  | 'BLACK'
  | 'LAVENDER'
  | 'WHITE';
export type ProductColorCondition = {
  eq?: ProductColor | null | undefined;
  in?: Array<ProductColor | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: ProductColor | null | undefined;
  notIn?: Array<ProductColor | null | undefined> | null | undefined;
};
export type RefundAtLeast = {
  count?: number | null | undefined;
  of?: RefundFilter | null | undefined;
};
export type RefundFilter = {
  and?: Array<RefundFilter | null | undefined> | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  not?: RefundFilter | null | undefined;
  or?: Array<RefundFilter | null | undefined> | null | undefined;
  sale?: SaleFilter | null | undefined;
  saleId?: IdCondition | null | undefined;
};
export type RefundListFilter = {
  atLeast?: RefundAtLeast | null | undefined;
  every?: RefundFilter | null | undefined;
  none?: RefundFilter | null | undefined;
  some?: RefundFilter | null | undefined;
};
export type RefundSort = {
  direction: SortDirection;
  field: RefundSortField;
};
export type RefundSortField =
  | 'CREATED_AT'
  | 'SALE_CANCELLED_AT'
  | 'SALE_CLAIMED_AT'
  | 'SALE_CREATED_AT'
  | 'SALE_CURRENCY'
  | 'SALE_CUSTOMER_NAME'
  | 'SALE_DISCOUNT'
  | 'SALE_NUMBER'
  | 'SALE_PAYMENT_STATUS'
  | 'SALE_REFUNDED_TOTAL'
  | 'SALE_SALES_CHANNEL'
  | 'SALE_SERIAL'
  | 'SALE_SOLD_AT'
  | 'SALE_STATUS'
  | 'SALE_TOTAL'
  | 'SALE_UNIT_PRICE'
  | 'SALE_UPDATED_AT';
export type RefundViewInput = {
  columns: Array<string>;
  filter?: RefundFilter | null | undefined;
  sort?: Array<RefundSort> | null | undefined;
};
export type ReleaseFilter = {
  and?: Array<ReleaseFilter | null | undefined> | null | undefined;
  buildNumber?: IntegerCondition | null | undefined;
  channel?: FirmwareChannelCondition | null | undefined;
  completedAt?: TimeCondition | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  createdById?: IdCondition | null | undefined;
  firmwareSha256?: TextCondition | null | undefined;
  firmwareSize?: IntegerCondition | null | undefined;
  hardwareRevision?: TextCondition | null | undefined;
  installations?: InstallationListFilter | null | undefined;
  lifecycle?: FirmwareLifecycleCondition | null | undefined;
  mandatory?: BooleanCondition | null | undefined;
  mandatoryAfter?: TimeCondition | null | undefined;
  model?: TextCondition | null | undefined;
  not?: ReleaseFilter | null | undefined;
  or?: Array<ReleaseFilter | null | undefined> | null | undefined;
  revokedAt?: TimeCondition | null | undefined;
  rolloutPercentage?: IntegerCondition | null | undefined;
  rolloutStartedAt?: TimeCondition | null | undefined;
  securityVersion?: IntegerCondition | null | undefined;
  source?: ReleaseSourceCondition | null | undefined;
  targetDevice?: DeviceFilter | null | undefined;
  targetDeviceId?: IdCondition | null | undefined;
  updatedAt?: TimeCondition | null | undefined;
  version?: TextCondition | null | undefined;
};
export type ReleaseSort = {
  direction: SortDirection;
  field: ReleaseSortField;
};
export type ReleaseSortField =
  | 'BUILD_NUMBER'
  | 'CHANNEL'
  | 'COMPLETED_AT'
  | 'CREATED_AT'
  | 'FIRMWARE_SIZE'
  | 'HARDWARE_REVISION'
  | 'LIFECYCLE'
  | 'MODEL'
  | 'REVOKED_AT'
  | 'ROLLOUT_PERCENTAGE'
  | 'ROLLOUT_STARTED_AT'
  | 'SECURITY_VERSION'
  | 'SOURCE'
  | 'TARGET_DEVICE_ACTIVATED_AT'
  | 'TARGET_DEVICE_BATCH_CODE'
  | 'TARGET_DEVICE_CLAIMED_AT'
  | 'TARGET_DEVICE_CREATED_AT'
  | 'TARGET_DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'TARGET_DEVICE_FIRMWARE_VERSION'
  | 'TARGET_DEVICE_HARDWARE_REVISION'
  | 'TARGET_DEVICE_LAST_SEEN_AT'
  | 'TARGET_DEVICE_MODEL'
  | 'TARGET_DEVICE_SERIAL'
  | 'TARGET_DEVICE_STATUS'
  | 'TARGET_DEVICE_UPDATED_AT'
  | 'UPDATED_AT'
  | 'VERSION';
export type ReleaseSource =
  | 'LEGACY'
  | 'PACKAGE';
export type ReleaseSourceCondition = {
  eq?: ReleaseSource | null | undefined;
  in?: Array<ReleaseSource | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: ReleaseSource | null | undefined;
  notIn?: Array<ReleaseSource | null | undefined> | null | undefined;
};
export type ReleaseViewInput = {
  columns: Array<string>;
  filter?: ReleaseFilter | null | undefined;
  sort?: Array<ReleaseSort> | null | undefined;
};
export type ResetClaimInput = {
  expiresAt?: string | null | undefined;
  reason: string;
};
export type SaleAtLeast = {
  count?: number | null | undefined;
  of?: SaleFilter | null | undefined;
};
export type SaleFilter = {
  and?: Array<SaleFilter | null | undefined> | null | undefined;
  cancelledAt?: TimeCondition | null | undefined;
  claimedAt?: TimeCondition | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  createdById?: IdCondition | null | undefined;
  currency?: TextCondition | null | undefined;
  customer?: CustomerFilter | null | undefined;
  customerId?: IdCondition | null | undefined;
  customerName?: TextCondition | null | undefined;
  device?: DeviceFilter | null | undefined;
  deviceId?: IdCondition | null | undefined;
  deviceReleasedAt?: TimeCondition | null | undefined;
  discount?: MoneyCondition | null | undefined;
  not?: SaleFilter | null | undefined;
  number?: TextCondition | null | undefined;
  or?: Array<SaleFilter | null | undefined> | null | undefined;
  paymentStatus?: PaymentStatusCondition | null | undefined;
  preorder?: PreorderFilter | null | undefined;
  preorderId?: IdCondition | null | undefined;
  refundedTotal?: MoneyCondition | null | undefined;
  refunds?: RefundListFilter | null | undefined;
  salesChannel?: SalesChannelCondition | null | undefined;
  serial?: TextCondition | null | undefined;
  soldAt?: TimeCondition | null | undefined;
  status?: SaleStatusCondition | null | undefined;
  total?: MoneyCondition | null | undefined;
  unitPrice?: MoneyCondition | null | undefined;
  updatedAt?: TimeCondition | null | undefined;
};
export type SaleListFilter = {
  atLeast?: SaleAtLeast | null | undefined;
  every?: SaleFilter | null | undefined;
  none?: SaleFilter | null | undefined;
  some?: SaleFilter | null | undefined;
};
export type SaleSort = {
  direction: SortDirection;
  field: SaleSortField;
};
export type SaleSortField =
  | 'CANCELLED_AT'
  | 'CLAIMED_AT'
  | 'CREATED_AT'
  | 'CURRENCY'
  | 'CUSTOMER_CITY'
  | 'CUSTOMER_COMPANY'
  | 'CUSTOMER_COUNTRY'
  | 'CUSTOMER_CREATED_AT'
  | 'CUSTOMER_EMAIL'
  | 'CUSTOMER_FULL_NAME'
  | 'CUSTOMER_NAME'
  | 'CUSTOMER_REGION'
  | 'CUSTOMER_SOURCE'
  | 'CUSTOMER_UPDATED_AT'
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_HARDWARE_REVISION'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_MODEL'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'DEVICE_UPDATED_AT'
  | 'DISCOUNT'
  | 'NUMBER'
  | 'PAYMENT_STATUS'
  | 'PREORDER_CANCELLED_AT'
  | 'PREORDER_CITY'
  | 'PREORDER_CREATED_AT'
  | 'PREORDER_DEPOSIT_PAID_AT'
  | 'PREORDER_FULFILLED_AT'
  | 'PREORDER_FULL_NAME'
  | 'PREORDER_LOCALE'
  | 'PREORDER_NUMBER'
  | 'PREORDER_QUANTITY'
  | 'PREORDER_REGION'
  | 'PREORDER_STATUS'
  | 'PREORDER_UPDATED_AT'
  | 'PREORDER_UTM_SOURCE'
  | 'REFUNDED_TOTAL'
  | 'SALES_CHANNEL'
  | 'SERIAL'
  | 'SOLD_AT'
  | 'STATUS'
  | 'TOTAL'
  | 'UNIT_PRICE'
  | 'UPDATED_AT';
export type SaleStatus =
  | 'CANCELLED'
  | 'DRAFT'
  | 'FULFILLED'
  | 'PAID'
  | 'PENDING'
  | 'REFUNDED';
export type SaleStatusCondition = {
  eq?: SaleStatus | null | undefined;
  in?: Array<SaleStatus | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: SaleStatus | null | undefined;
  notIn?: Array<SaleStatus | null | undefined> | null | undefined;
};
export type SaleViewInput = {
  columns: Array<string>;
  filter?: SaleFilter | null | undefined;
  search?: string | null | undefined;
  sort?: Array<SaleSort> | null | undefined;
};
export type SalesChannel =
  | 'DIRECT'
  | 'INSTAGRAM'
  | 'OFFLINE'
  | 'OTHER'
  | 'RESELLER'
  | 'TELEGRAM'
  | 'WEBSITE';
export type SalesChannelCondition = {
  eq?: SalesChannel | null | undefined;
  in?: Array<SalesChannel | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: SalesChannel | null | undefined;
  notIn?: Array<SalesChannel | null | undefined> | null | undefined;
};
export type SearchKind =
  | 'ADMIN'
  | 'BATCH'
  | 'CUSTOMER'
  | 'DEVICE'
  | 'PREORDER'
  | 'RELEASE'
  | 'SALE';
export type ServiceAccountFilter = {
  and?: Array<ServiceAccountFilter | null | undefined> | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  expiresAt?: TimeCondition | null | undefined;
  lastUsedAt?: TimeCondition | null | undefined;
  name?: TextCondition | null | undefined;
  not?: ServiceAccountFilter | null | undefined;
  or?: Array<ServiceAccountFilter | null | undefined> | null | undefined;
  ownerId?: IdCondition | null | undefined;
  revokedAt?: TimeCondition | null | undefined;
  revokedById?: IdCondition | null | undefined;
  role?: AdminRoleCondition | null | undefined;
  status?: ServiceAccountStatusCondition | null | undefined;
};
export type ServiceAccountSort = {
  direction: SortDirection;
  field: ServiceAccountSortField;
};
export type ServiceAccountSortField =
  | 'CREATED_AT'
  | 'EXPIRES_AT'
  | 'LAST_USED_AT'
  | 'NAME'
  | 'ROLE'
  | 'STATUS';
export type ServiceAccountStatus =
  | 'ACTIVE'
  | 'EXPIRED'
  | 'REVOKED';
export type ServiceAccountStatusCondition = {
  eq?: ServiceAccountStatus | null | undefined;
  in?: Array<ServiceAccountStatus | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: ServiceAccountStatus | null | undefined;
  notIn?: Array<ServiceAccountStatus | null | undefined> | null | undefined;
};
export type ServiceAccountViewInput = {
  columns: Array<string>;
  filter?: ServiceAccountFilter | null | undefined;
  search?: string | null | undefined;
  sort?: Array<ServiceAccountSort> | null | undefined;
};
export type SetDeviceStatusInput = {
  reason: string;
  status: DeviceStatus;
};
export type SetPreferencesInput = {
  defaultViews?: Array<DefaultViewInput> | null | undefined;
  density?: Density | null | undefined;
  language?: Locale | null | undefined;
  pageSize?: number | null | undefined;
  theme?: Theme | null | undefined;
  timeZone?: string | null | undefined;
};
export type SortDirection =
  | 'ASC'
  | 'DESC';
export type TargetKind =
  | 'Admin'
  | 'Batch'
  | 'ClaimCode'
  | 'Customer'
  | 'Device'
  | 'Installation'
  | 'Pairing'
  | 'Preorder'
  | 'Release'
  | 'Sale'
  | 'SavedQuestion'
  | 'SavedView'
  | 'ServiceAccount'
  | 'Session'
  | 'Settings';
export type TargetKindCondition = {
  eq?: TargetKind | null | undefined;
  in?: Array<TargetKind | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: TargetKind | null | undefined;
  notIn?: Array<TargetKind | null | undefined> | null | undefined;
};
export type TextCondition = {
  contains?: string | null | undefined;
  eq?: string | null | undefined;
  in?: Array<string | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: string | null | undefined;
  notIn?: Array<string | null | undefined> | null | undefined;
  startsWith?: string | null | undefined;
};
export type Theme =
  | 'DARK'
  | 'LIGHT'
  | 'SYSTEM';
export type TimeCondition = {
  during?: CalendarPeriod | null | undefined;
  eq?: string | null | undefined;
  gt?: string | null | undefined;
  gte?: string | null | undefined;
  in?: Array<string | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  lt?: string | null | undefined;
  lte?: string | null | undefined;
  ne?: string | null | undefined;
  notIn?: Array<string | null | undefined> | null | undefined;
  olderThan?: string | null | undefined;
  withinLast?: string | null | undefined;
};
export type TransferDeviceInput = {
  customerEmail: string;
  customerName?: string | null | undefined;
  reason: string;
};
export type ViewInput =
  {   /** A view of `auditEntries`. */
  auditEntries: AuditEntryViewInput; batches?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; installations?: never; preorders?: never; refunds?: never; releases?: never; sales?: never; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never;   /** A view of `batches`. */
  batches: BatchViewInput; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; installations?: never; preorders?: never; refunds?: never; releases?: never; sales?: never; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never; batches?: never;   /** A view of `claimCodes`. */
  claimCodes: ClaimCodeViewInput; customers?: never; deviceEvents?: never; devices?: never; installations?: never; preorders?: never; refunds?: never; releases?: never; sales?: never; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never; batches?: never; claimCodes?: never;   /** A view of `customers`. */
  customers: CustomerViewInput; deviceEvents?: never; devices?: never; installations?: never; preorders?: never; refunds?: never; releases?: never; sales?: never; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never; batches?: never; claimCodes?: never; customers?: never;   /** A view of `deviceEvents`. */
  deviceEvents: DeviceEventViewInput; devices?: never; installations?: never; preorders?: never; refunds?: never; releases?: never; sales?: never; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never; batches?: never; claimCodes?: never; customers?: never; deviceEvents?: never;   /** A view of `devices`. */
  devices: DeviceViewInput; installations?: never; preorders?: never; refunds?: never; releases?: never; sales?: never; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never; batches?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never;   /** A view of `installations`. */
  installations: InstallationViewInput; preorders?: never; refunds?: never; releases?: never; sales?: never; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never; batches?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; installations?: never;   /** A view of `preorders`. */
  preorders: PreorderViewInput; refunds?: never; releases?: never; sales?: never; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never; batches?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; installations?: never; preorders?: never;   /** A view of `refunds`. */
  refunds: RefundViewInput; releases?: never; sales?: never; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never; batches?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; installations?: never; preorders?: never; refunds?: never;   /** A view of `releases`. */
  releases: ReleaseViewInput; sales?: never; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never; batches?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; installations?: never; preorders?: never; refunds?: never; releases?: never;   /** A view of `sales`. */
  sales: SaleViewInput; serviceAccounts?: never; team?: never; }
  |  { auditEntries?: never; batches?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; installations?: never; preorders?: never; refunds?: never; releases?: never; sales?: never;   /** A view of `serviceAccounts`. */
  serviceAccounts: ServiceAccountViewInput; team?: never; }
  |  { auditEntries?: never; batches?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; installations?: never; preorders?: never; refunds?: never; releases?: never; sales?: never; serviceAccounts?: never;   /** A view of `team`. */
  team: AdminViewInput; };
export type ViewedList =
  | 'AUDIT_ENTRIES'
  | 'BATCHES'
  | 'CLAIM_CODES'
  | 'CUSTOMERS'
  | 'DEVICES'
  | 'DEVICE_EVENTS'
  | 'INSTALLATIONS'
  | 'PREORDERS'
  | 'REFUNDS'
  | 'RELEASES'
  | 'SALES'
  | 'SERVICE_ACCOUNTS'
  | 'TEAM';

export type AvailableActionFragment = { __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null };

export type DeviceRowFragment = { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel?: FirmwareChannel | null, claimedAt?: string | null, activatedAt?: string | null, createdAt?: string, updatedAt?: string, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null } | null, owner?: { __typename: 'Customer', id: string, fullName: string } | null };

export type DevicesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: DeviceFilter | null | undefined;
  sort?: Array<DeviceSort> | DeviceSort | null | undefined;
  search?: string | null | undefined;
  withOwner: boolean;
  withMore: boolean;
}>;


export type DevicesQuery = { __typename: 'Query', devices: { __typename: 'DeviceConnection', nodes: Array<{ __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel?: FirmwareChannel | null, claimedAt?: string | null, activatedAt?: string | null, createdAt?: string, updatedAt?: string, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null } | null, owner?: { __typename: 'Customer', id: string, fullName: string } | null }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type DeviceCountsQueryVariables = Exact<{
  filter?: DeviceFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type DeviceCountsQuery = { __typename: 'Query', devices: { __typename: 'DeviceConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type DeviceRowsQueryVariables = Exact<{
  ids: Array<string> | string;
  withOwner: boolean;
  withMore: boolean;
}>;


export type DeviceRowsQuery = { __typename: 'Query', nodes: Array<
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel?: FirmwareChannel | null, claimedAt?: string | null, activatedAt?: string | null, createdAt?: string, updatedAt?: string, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null } | null, owner?: { __typename: 'Customer', id: string, fullName: string } | null }
    | { __typename: 'DeviceClaimCode' }
    | { __typename: 'DeviceEvent' }
    | { __typename: 'Installation' }
    | { __typename: 'InstallationEvent' }
    | { __typename: 'MaintenanceGrant' }
    | { __typename: 'OfferDecision' }
    | { __typename: 'Pairing' }
    | { __typename: 'Preorder' }
    | { __typename: 'PreorderEvent' }
    | { __typename: 'PreorderSettings' }
    | { __typename: 'Presence' }
    | { __typename: 'Refund' }
    | { __typename: 'Release' }
    | { __typename: 'ReleaseEvent' }
    | { __typename: 'Sale' }
    | { __typename: 'ServiceAccount' }
    | { __typename: 'StoredFile' }
    | { __typename: 'SystemSettings' }
   | null> };

export type DevicePageQueryVariables = Exact<{
  id: string;
}>;


export type DevicePageQuery = { __typename: 'Query', device: { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel: FirmwareChannel | null, claimedAt: string | null, activatedAt: string | null, createdAt: string, updatedAt: string, offerDecision: { __typename: 'OfferDecision', id: string, at: string, reason: OfferReason, explanation: string, channel: FirmwareChannel, currentFirmware: string, appVersion: string, release: { __typename: 'Release', id: string, version: string } | null } | null, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null, appVersion: string | null, wifiRssi: number | null, temperature: number | null, freeHeap: number | null, uptime: number | null, otaSlot: OtaSlot | null, status: string | null } | null, owner: { __typename: 'Customer', id: string, fullName: string, email: string | null, city: string | null, country: string | null } | null, activeSale: { __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string } | null, claimCode: { __typename: 'DeviceClaimCode', id: string, status: ClaimCodeStatus, lastFour: string, expiresAt: string | null } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } | null };

export type DeviceFactsFragment = { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel: FirmwareChannel | null, claimedAt: string | null, activatedAt: string | null, createdAt: string, updatedAt: string, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null, appVersion: string | null, wifiRssi: number | null, temperature: number | null, freeHeap: number | null, uptime: number | null, otaSlot: OtaSlot | null, status: string | null } | null, owner: { __typename: 'Customer', id: string, fullName: string, email: string | null, city: string | null, country: string | null } | null, activeSale: { __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string } | null, claimCode: { __typename: 'DeviceClaimCode', id: string, status: ClaimCodeStatus, lastFour: string, expiresAt: string | null } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> };

export type DeviceHistoryQueryVariables = Exact<{
  id: string;
}>;


export type DeviceHistoryQuery = { __typename: 'Query', device: { __typename: 'Device', id: string, events: { __typename: 'DeviceEventConnection', nodes: Array<{ __typename: 'DeviceEvent', id: string, at: string, cause: DeviceEventCause, fromStatus: DeviceStatus | null, toStatus: DeviceStatus, fromOwnerId: string | null, toOwnerId: string | null, reason: string | null, actor: { __typename: 'AdminOption', id: string, name: string } | null }> }, installations: { __typename: 'InstallationConnection', nodes: Array<{ __typename: 'Installation', id: string, createdAt: string, finishedAt: string | null, updatedAt: string, status: InstallationStatus, version: string, failureReason: string | null }> }, pairings: { __typename: 'PairingConnection', nodes: Array<{ __typename: 'Pairing', id: string, createdAt: string, deviceName: string, revokedAt: string | null, revokedReason: PairingRevocation | null }> } | null } | null };

export type DeviceDaysQueryVariables = Exact<{
  id: string;
}>;


export type DeviceDaysQuery = { __typename: 'Query', device: { __typename: 'Device', id: string, days: { __typename: 'DeviceDayConnection', nodes: Array<{ __typename: 'DeviceDay', id: string, day: string, averageRssi: number | null, averageTemperature: number | null, lowestFreeHeap: number | null, heardSeconds: number, expectedSeconds: number, restarts: number }> } } | null };

export type SetDeviceStatusMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: SetDeviceStatusInput;
}>;


export type SetDeviceStatusMutation = { __typename: 'Mutation', setDeviceStatus: { __typename: 'SetDeviceStatusPayload', device: { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel: FirmwareChannel | null, claimedAt: string | null, activatedAt: string | null, createdAt: string, updatedAt: string, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null, appVersion: string | null, wifiRssi: number | null, temperature: number | null, freeHeap: number | null, uptime: number | null, otaSlot: OtaSlot | null, status: string | null } | null, owner: { __typename: 'Customer', id: string, fullName: string, email: string | null, city: string | null, country: string | null } | null, activeSale: { __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string } | null, claimCode: { __typename: 'DeviceClaimCode', id: string, status: ClaimCodeStatus, lastFour: string, expiresAt: string | null } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type TransferDeviceMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: TransferDeviceInput;
}>;


export type TransferDeviceMutation = { __typename: 'Mutation', transferDevice: { __typename: 'TransferDevicePayload', device: { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel: FirmwareChannel | null, claimedAt: string | null, activatedAt: string | null, createdAt: string, updatedAt: string, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null, appVersion: string | null, wifiRssi: number | null, temperature: number | null, freeHeap: number | null, uptime: number | null, otaSlot: OtaSlot | null, status: string | null } | null, owner: { __typename: 'Customer', id: string, fullName: string, email: string | null, city: string | null, country: string | null } | null, activeSale: { __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string } | null, claimCode: { __typename: 'DeviceClaimCode', id: string, status: ClaimCodeStatus, lastFour: string, expiresAt: string | null } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type ResetClaimMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: ResetClaimInput;
}>;


export type ResetClaimMutation = { __typename: 'Mutation', resetClaim: { __typename: 'ResetClaimPayload', claimCode: string, expiresAt: string | null, device: { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel: FirmwareChannel | null, claimedAt: string | null, activatedAt: string | null, createdAt: string, updatedAt: string, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null, appVersion: string | null, wifiRssi: number | null, temperature: number | null, freeHeap: number | null, uptime: number | null, otaSlot: OtaSlot | null, status: string | null } | null, owner: { __typename: 'Customer', id: string, fullName: string, email: string | null, city: string | null, country: string | null } | null, activeSale: { __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string } | null, claimCode: { __typename: 'DeviceClaimCode', id: string, status: ClaimCodeStatus, lastFour: string, expiresAt: string | null } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type BulkSetDeviceStatusMutationVariables = Exact<{
  records: Array<BulkRecordInput> | BulkRecordInput;
  input: SetDeviceStatusInput;
}>;


export type BulkSetDeviceStatusMutation = { __typename: 'Mutation', bulkSetDeviceStatus: { __typename: 'BulkSetDeviceStatusPayload', results: Array<{ __typename: 'BulkDeviceResult', id: string, ok: boolean, error: { __typename: 'BulkError', code: ErrorCode, messageId: ErrorMessageId, message: string, params: unknown, requestId: string, retryAfterSeconds: number | null } | null }> } | null };

export type BulkTransferDeviceMutationVariables = Exact<{
  records: Array<BulkRecordInput> | BulkRecordInput;
  input: TransferDeviceInput;
}>;


export type BulkTransferDeviceMutation = { __typename: 'Mutation', bulkTransferDevice: { __typename: 'BulkTransferDevicePayload', results: Array<{ __typename: 'BulkDeviceResult', id: string, ok: boolean, error: { __typename: 'BulkError', code: ErrorCode, messageId: ErrorMessageId, message: string, params: unknown, requestId: string, retryAfterSeconds: number | null } | null }> } | null };

export type SavedViewsQueryVariables = Exact<{
  list: ViewedList;
}>;


export type SavedViewsQuery = { __typename: 'Query', savedViews: { __typename: 'SavedViewConnection', nodes: Array<{ __typename: 'SavedView', id: string, name: string, shared: boolean, ownerId: string, revision: number, query: unknown, columns: Array<string> }> } | null };

export type CreateSavedViewMutationVariables = Exact<{
  input: CreateSavedViewInput;
}>;


export type CreateSavedViewMutation = { __typename: 'Mutation', createSavedView: { __typename: 'CreateSavedViewPayload', savedView: { __typename: 'SavedView', id: string, name: string, shared: boolean, ownerId: string, revision: number, query: unknown, columns: Array<string> } } | null };

export type DeleteSavedViewMutationVariables = Exact<{
  id: string;
}>;


export type DeleteSavedViewMutation = { __typename: 'Mutation', deleteSavedView: { __typename: 'DeleteSavedViewPayload', deletedId: string } | null };

export type DeviceChangedSubscriptionVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type DeviceChangedSubscription = { __typename: 'Subscription', deviceChanged: { __typename: 'DeviceChange', event: LiveEvent, id: string | null } | null };

export type DevicePresenceChangedSubscriptionVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type DevicePresenceChangedSubscription = { __typename: 'Subscription', devicePresenceChanged: { __typename: 'DevicePresenceChange', event: LiveEvent, id: string | null } | null };

export type SearchQueryVariables = Exact<{
  text: string;
}>;


export type SearchQuery = { __typename: 'Query', search: Array<{ __typename: 'SearchHit', id: string, kind: SearchKind, title: string, subtitle: string | null }> | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', role: AdminRole, permissions: Array<string>, timeZone: string, admin: { __typename: 'SignedInAdmin', id: string, name: string, email: string, mustChangePassword: boolean }, preferences: { __typename: 'Preferences', language: Locale | null, theme: Theme, density: Density, pageSize: number, timeZone: string | null } } | null };

export type SignInMutationVariables = Exact<{
  input: LoginInput;
}>;


export type SignInMutation = { __typename: 'Mutation', login: { __typename: 'LoginPayload', admin: { __typename: 'SignedInAdmin', id: string, mustChangePassword: boolean } } | null };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { __typename: 'Mutation', logout: { __typename: 'LogoutPayload', signedOut: boolean } | null };

export type ChangePasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type ChangePasswordMutation = { __typename: 'Mutation', changePassword: { __typename: 'ChangePasswordPayload', passwordChanged: boolean } | null };

export type SetPreferencesMutationVariables = Exact<{
  input: SetPreferencesInput;
}>;


export type SetPreferencesMutation = { __typename: 'Mutation', setPreferences: { __typename: 'SetPreferencesPayload', preferences: { __typename: 'Preferences', language: Locale | null, theme: Theme, density: Density, pageSize: number, timeZone: string | null } } | null };
