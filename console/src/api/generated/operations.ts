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
export type AddCustomerNoteInput = {
  content: string;
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
export type AnalyticsColumnKind =
  | 'CHANGE'
  | 'CUMULATIVE'
  | 'DIMENSION'
  | 'METRIC'
  | 'PREVIOUS'
  | 'TIME';
export type AnalyticsColumnType =
  | 'BOOLEAN'
  | 'DATETIME'
  | 'ENUM'
  | 'ID'
  | 'INTEGER'
  | 'MONEY'
  | 'NUMBER'
  | 'RATIO'
  | 'TEXT';
export type AnalyticsRange = {
  from?: string | null | undefined;
  preset?: RangePreset | null | undefined;
  to?: string | null | undefined;
};
export type AnonymizationReason =
  | 'CUSTOMER_REQUEST'
  | 'ENTERED_BY_MISTAKE'
  | 'NO_LONGER_NEEDED';
export type AnonymizeCustomerInput = {
  reason: AnonymizationReason;
};
export type AnyIdCondition = {
  eq?: string | null | undefined;
  in?: Array<string | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: string | null | undefined;
  notIn?: Array<string | null | undefined> | null | undefined;
};
export type AssignPreorderInput = {
  adminId?: string | null | undefined;
};
export type AuditAction =
  | 'OTHER'
  | 'accessDenied'
  | 'addCustomerNote'
  | 'addKey'
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
  | 'retireKey'
  | 'revokeAdminSessions'
  | 'revokePairing'
  | 'revokeServiceAccount'
  | 'rotateKey'
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
export type AuditEntryDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: AuditEntryMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: AuditEntryMoment | null | undefined;
  value?: AuditEntryValue | null | undefined;
  width?: number | null | undefined;
};
export type AuditEntryDimension =
  | 'ACTION'
  | 'ACTOR'
  | 'ACTOR_TYPE'
  | 'TARGET_KIND'
  | 'TRANSPORT';
export type AuditEntryEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: AuditEntryValue | null | undefined;
  distinct?: AuditEntryDimension | null | undefined;
  filter?: AuditEntryFilter | null | undefined;
  first?: AuditEntryMoment | null | undefined;
  last?: AuditEntryMoment | null | undefined;
  max?: AuditEntryValue | null | undefined;
  median?: AuditEntryValue | null | undefined;
  metric?: AuditEntryMetric | null | undefined;
  min?: AuditEntryValue | null | undefined;
  nth?: AuditEntryNth | null | undefined;
  percentile?: AuditEntryPercentile | null | undefined;
  sum?: AuditEntryValue | null | undefined;
  where?: Array<AuditEntryValueCondition> | null | undefined;
};
export type AuditEntryEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: AuditEntryMetric | null | undefined;
  value?: number | null | undefined;
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
export type AuditEntryFormula = {
  add?: Array<AuditEntryTerm> | null | undefined;
  as: string;
  divide?: Array<AuditEntryTerm> | null | undefined;
  earlier?: AuditEntryEarlier | null | undefined;
  movingAverage?: AuditEntryMovingAverage | null | undefined;
  multiply?: Array<AuditEntryTerm> | null | undefined;
  shareOfBucket?: AuditEntryTerm | null | undefined;
  shareOfTotal?: AuditEntryTerm | null | undefined;
  subtract?: Array<AuditEntryTerm> | null | undefined;
};
export type AuditEntryMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: AuditEntryValue | null | undefined;
  distinct?: AuditEntryDimension | null | undefined;
  filter?: AuditEntryFilter | null | undefined;
  max?: AuditEntryValue | null | undefined;
  median?: AuditEntryValue | null | undefined;
  metric?: AuditEntryMetric | null | undefined;
  min?: AuditEntryValue | null | undefined;
  percentile?: AuditEntryPercentile | null | undefined;
  sum?: AuditEntryValue | null | undefined;
  where?: Array<AuditEntryValueCondition> | null | undefined;
};
export type AuditEntryMetric =
  | 'DENIED'
  | 'ENTRIES';
export type AuditEntryMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: AuditEntryMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type AuditEntryMetricSort = {
  derived?: string | null | undefined;
  dimension?: AuditEntryDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: AuditEntryMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type AuditEntryMoment =
  | 'AT'
  | 'NOW';
export type AuditEntryMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: AuditEntryMetric | null | undefined;
  value?: number | null | undefined;
};
export type AuditEntryNth = {
  n: number;
  time: AuditEntryMoment;
};
export type AuditEntryPer = {
  by: Array<AuditEntryDimension>;
  time?: string | null | undefined;
  values: Array<AuditEntryEachValue>;
};
export type AuditEntryPercentile = {
  at: number;
  each?: string | null | undefined;
  from?: AuditEntryMoment | null | undefined;
  fromEach?: string | null | undefined;
  to?: AuditEntryMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type AuditEntryQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<AuditEntryMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<AuditEntryDerivedDimension> | null | undefined;
  dimensions?: Array<AuditEntryDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: AuditEntryFilter | null | undefined;
  formulas?: Array<AuditEntryFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<AuditEntryMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<AuditEntryMeasure> | null | undefined;
  metrics?: Array<AuditEntryMetric> | null | undefined;
  orderBy?: Array<AuditEntryMetricSort> | null | undefined;
  per?: AuditEntryPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  time?: AuditEntryTime | null | undefined;
  timezone?: string | null | undefined;
  top?: AuditEntryTop | null | undefined;
  where?: Array<AuditEntryValueCondition> | null | undefined;
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
export type AuditEntryTerm = {
  measure?: string | null | undefined;
  metric?: AuditEntryMetric | null | undefined;
  value?: number | null | undefined;
};
export type AuditEntryTime =
  | 'AT';
export type AuditEntryTop = {
  by?: AuditEntryMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type AuditEntryValue = {
  each?: string | null | undefined;
  from?: AuditEntryMoment | null | undefined;
  fromEach?: string | null | undefined;
  to?: AuditEntryMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type AuditEntryValueCondition = {
  dimension?: AuditEntryDimension | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: AuditEntryMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  orNone?: boolean | null | undefined;
  to?: AuditEntryMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
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
export type CancelSaleInput = {
  reason: string;
};
export type ChangePasswordInput = {
  currentPassword: string;
  newPassword: string;
};
export type ClaimCodeDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: ClaimCodeMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: ClaimCodeMoment | null | undefined;
  value?: ClaimCodeValue | null | undefined;
  width?: number | null | undefined;
};
export type ClaimCodeDimension =
  | 'DEVICE'
  | 'DEVICE_APP_VERSION'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_FIRMWARE_CHANNEL'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_HARDWARE_REVISION'
  | 'DEVICE_MODEL'
  | 'DEVICE_OTA_SLOT'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'OWNER'
  | 'OWNER_CITY'
  | 'OWNER_COUNTRY'
  | 'OWNER_PREFERRED_LANGUAGE'
  | 'OWNER_REGION'
  | 'OWNER_SOURCE'
  | 'STATUS';
export type ClaimCodeEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: ClaimCodeValue | null | undefined;
  distinct?: ClaimCodeDimension | null | undefined;
  filter?: ClaimCodeFilter | null | undefined;
  first?: ClaimCodeMoment | null | undefined;
  last?: ClaimCodeMoment | null | undefined;
  max?: ClaimCodeValue | null | undefined;
  median?: ClaimCodeValue | null | undefined;
  metric?: ClaimCodeMetric | null | undefined;
  min?: ClaimCodeValue | null | undefined;
  nth?: ClaimCodeNth | null | undefined;
  percentile?: ClaimCodePercentile | null | undefined;
  sum?: ClaimCodeValue | null | undefined;
  where?: Array<ClaimCodeValueCondition> | null | undefined;
};
export type ClaimCodeEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: ClaimCodeMetric | null | undefined;
  value?: number | null | undefined;
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
export type ClaimCodeFormula = {
  add?: Array<ClaimCodeTerm> | null | undefined;
  as: string;
  divide?: Array<ClaimCodeTerm> | null | undefined;
  earlier?: ClaimCodeEarlier | null | undefined;
  movingAverage?: ClaimCodeMovingAverage | null | undefined;
  multiply?: Array<ClaimCodeTerm> | null | undefined;
  shareOfBucket?: ClaimCodeTerm | null | undefined;
  shareOfTotal?: ClaimCodeTerm | null | undefined;
  subtract?: Array<ClaimCodeTerm> | null | undefined;
};
export type ClaimCodeMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: ClaimCodeValue | null | undefined;
  distinct?: ClaimCodeDimension | null | undefined;
  filter?: ClaimCodeFilter | null | undefined;
  max?: ClaimCodeValue | null | undefined;
  median?: ClaimCodeValue | null | undefined;
  metric?: ClaimCodeMetric | null | undefined;
  min?: ClaimCodeValue | null | undefined;
  percentile?: ClaimCodePercentile | null | undefined;
  sum?: ClaimCodeValue | null | undefined;
  where?: Array<ClaimCodeValueCondition> | null | undefined;
};
export type ClaimCodeMetric =
  | 'CLAIMED'
  | 'CLAIM_CODES'
  | 'EXPIRED';
export type ClaimCodeMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: ClaimCodeMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type ClaimCodeMetricSort = {
  derived?: string | null | undefined;
  dimension?: ClaimCodeDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: ClaimCodeMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type ClaimCodeMoment =
  | 'CLAIMED_AT'
  | 'CREATED_AT'
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_UPDATED_AT'
  | 'EXPIRES_AT'
  | 'NOW'
  | 'OWNER_ANONYMIZED_AT'
  | 'OWNER_CREATED_AT'
  | 'OWNER_UPDATED_AT';
export type ClaimCodeMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: ClaimCodeMetric | null | undefined;
  value?: number | null | undefined;
};
export type ClaimCodeNth = {
  n: number;
  time: ClaimCodeMoment;
};
export type ClaimCodeNumber =
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FREE_HEAP'
  | 'DEVICE_TEMPERATURE'
  | 'DEVICE_UPTIME'
  | 'DEVICE_WIFI_RSSI';
export type ClaimCodePer = {
  by: Array<ClaimCodeDimension>;
  time?: string | null | undefined;
  values: Array<ClaimCodeEachValue>;
};
export type ClaimCodePercentile = {
  at: number;
  dividedBy?: ClaimCodeNumber | null | undefined;
  each?: string | null | undefined;
  from?: ClaimCodeMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: ClaimCodeNumber | null | undefined;
  number?: ClaimCodeNumber | null | undefined;
  to?: ClaimCodeMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type ClaimCodeQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<ClaimCodeMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<ClaimCodeDerivedDimension> | null | undefined;
  dimensions?: Array<ClaimCodeDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: ClaimCodeFilter | null | undefined;
  formulas?: Array<ClaimCodeFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<ClaimCodeMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<ClaimCodeMeasure> | null | undefined;
  metrics?: Array<ClaimCodeMetric> | null | undefined;
  orderBy?: Array<ClaimCodeMetricSort> | null | undefined;
  per?: ClaimCodePer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  time?: ClaimCodeTime | null | undefined;
  timezone?: string | null | undefined;
  top?: ClaimCodeTop | null | undefined;
  where?: Array<ClaimCodeValueCondition> | null | undefined;
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
export type ClaimCodeTerm = {
  measure?: string | null | undefined;
  metric?: ClaimCodeMetric | null | undefined;
  value?: number | null | undefined;
};
export type ClaimCodeTime =
  | 'CLAIMED_AT'
  | 'CREATED_AT'
  | 'EXPIRES_AT';
export type ClaimCodeTop = {
  by?: ClaimCodeMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type ClaimCodeValue = {
  dividedBy?: ClaimCodeNumber | null | undefined;
  each?: string | null | undefined;
  from?: ClaimCodeMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: ClaimCodeNumber | null | undefined;
  number?: ClaimCodeNumber | null | undefined;
  to?: ClaimCodeMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type ClaimCodeValueCondition = {
  dimension?: ClaimCodeDimension | null | undefined;
  dividedBy?: ClaimCodeNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: ClaimCodeMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: ClaimCodeNumber | null | undefined;
  number?: ClaimCodeNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: ClaimCodeMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type ClaimCodeViewInput = {
  columns: Array<string>;
  filter?: ClaimCodeFilter | null | undefined;
  sort?: Array<ClaimCodeSort> | null | undefined;
};
export type ClosedReason =
  | 'DEVICE_OUT_OF_SERVICE'
  | 'RELEASE_PAUSED'
  | 'RELEASE_REVOKED'
  | 'SUPERSEDED';
export type CompareTo =
  | 'PREVIOUS_PERIOD'
  | 'PREVIOUS_YEAR';
export type CorrectSaleInput = {
  currency?: string | null | undefined;
  reason: string;
  soldAt?: string | null | undefined;
};
export type CreateAdminInput = {
  email: string;
  name: string;
  role: AdminRole;
};
export type CreateBatchInput = {
  code: string;
  hardwareRevision: string;
  model: string;
  notes?: string | null | undefined;
  quantity: number;
  source?: string | null | undefined;
};
export type CreateCustomerInput = {
  city?: string | null | undefined;
  company?: string | null | undefined;
  country?: string | null | undefined;
  email?: string | null | undefined;
  fullName: string;
  notes?: string | null | undefined;
  phone?: string | null | undefined;
  preferredLanguage?: Locale | null | undefined;
  region?: string | null | undefined;
  telegramUsername?: string | null | undefined;
};
export type CreateSaleInput = {
  currency?: string | null | undefined;
  customer: SaleCustomerInput;
  deviceId: string;
  discount?: number | null | undefined;
  notes?: string | null | undefined;
  paymentStatus: PaymentStatus;
  preorderId?: string | null | undefined;
  salesChannel: SalesChannel;
  soldAt?: string | null | undefined;
  unitPrice: number;
};
export type CreateSavedQuestionInput = {
  description?: string | null | undefined;
  name: string;
  question: QuestionInput;
  shared?: boolean | null | undefined;
};
export type CreateSavedViewInput = {
  name: string;
  shared?: boolean | null | undefined;
  view: ViewInput;
};
export type CreateServiceAccountInput = {
  expiresAt: string;
  name: string;
  role: AdminRole;
};
export type CustomerDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: CustomerMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: CustomerMoment | null | undefined;
  value?: CustomerValue | null | undefined;
  width?: number | null | undefined;
};
export type CustomerDimension =
  | 'CITY'
  | 'COUNTRY'
  | 'PREFERRED_LANGUAGE'
  | 'REGION'
  | 'SOURCE';
export type CustomerEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: CustomerValue | null | undefined;
  distinct?: CustomerDimension | null | undefined;
  filter?: CustomerFilter | null | undefined;
  first?: CustomerMoment | null | undefined;
  last?: CustomerMoment | null | undefined;
  max?: CustomerValue | null | undefined;
  median?: CustomerValue | null | undefined;
  metric?: CustomerMetric | null | undefined;
  min?: CustomerValue | null | undefined;
  nth?: CustomerNth | null | undefined;
  percentile?: CustomerPercentile | null | undefined;
  sum?: CustomerValue | null | undefined;
  where?: Array<CustomerValueCondition> | null | undefined;
};
export type CustomerEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: CustomerMetric | null | undefined;
  value?: number | null | undefined;
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
export type CustomerFormula = {
  add?: Array<CustomerTerm> | null | undefined;
  as: string;
  divide?: Array<CustomerTerm> | null | undefined;
  earlier?: CustomerEarlier | null | undefined;
  movingAverage?: CustomerMovingAverage | null | undefined;
  multiply?: Array<CustomerTerm> | null | undefined;
  shareOfBucket?: CustomerTerm | null | undefined;
  shareOfTotal?: CustomerTerm | null | undefined;
  subtract?: Array<CustomerTerm> | null | undefined;
};
export type CustomerMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: CustomerValue | null | undefined;
  distinct?: CustomerDimension | null | undefined;
  filter?: CustomerFilter | null | undefined;
  max?: CustomerValue | null | undefined;
  median?: CustomerValue | null | undefined;
  metric?: CustomerMetric | null | undefined;
  min?: CustomerValue | null | undefined;
  percentile?: CustomerPercentile | null | undefined;
  sum?: CustomerValue | null | undefined;
  where?: Array<CustomerValueCondition> | null | undefined;
};
export type CustomerMetric =
  | 'BUYERS'
  | 'BUYER_SHARE'
  | 'CUSTOMERS'
  | 'OWNERS';
export type CustomerMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: CustomerMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type CustomerMetricSort = {
  derived?: string | null | undefined;
  dimension?: CustomerDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: CustomerMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type CustomerMoment =
  | 'ANONYMIZED_AT'
  | 'CREATED_AT'
  | 'FIRST_SOLD_AT'
  | 'LAST_SOLD_AT'
  | 'NOW'
  | 'UPDATED_AT';
export type CustomerMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: CustomerMetric | null | undefined;
  value?: number | null | undefined;
};
export type CustomerNth = {
  n: number;
  time: CustomerMoment;
};
export type CustomerNumber =
  | 'DEVICES'
  | 'SALES';
export type CustomerPer = {
  by: Array<CustomerDimension>;
  time?: string | null | undefined;
  values: Array<CustomerEachValue>;
};
export type CustomerPercentile = {
  at: number;
  dividedBy?: CustomerNumber | null | undefined;
  each?: string | null | undefined;
  from?: CustomerMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: CustomerNumber | null | undefined;
  number?: CustomerNumber | null | undefined;
  to?: CustomerMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
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
export type CustomerQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<CustomerMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<CustomerDerivedDimension> | null | undefined;
  dimensions?: Array<CustomerDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: CustomerFilter | null | undefined;
  formulas?: Array<CustomerFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<CustomerMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<CustomerMeasure> | null | undefined;
  metrics?: Array<CustomerMetric> | null | undefined;
  orderBy?: Array<CustomerMetricSort> | null | undefined;
  per?: CustomerPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  search?: string | null | undefined;
  time?: CustomerTime | null | undefined;
  timezone?: string | null | undefined;
  top?: CustomerTop | null | undefined;
  where?: Array<CustomerValueCondition> | null | undefined;
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
export type CustomerTerm = {
  measure?: string | null | undefined;
  metric?: CustomerMetric | null | undefined;
  value?: number | null | undefined;
};
export type CustomerTime =
  | 'CREATED_AT';
export type CustomerTop = {
  by?: CustomerMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type CustomerValue = {
  dividedBy?: CustomerNumber | null | undefined;
  each?: string | null | undefined;
  from?: CustomerMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: CustomerNumber | null | undefined;
  number?: CustomerNumber | null | undefined;
  to?: CustomerMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type CustomerValueCondition = {
  dimension?: CustomerDimension | null | undefined;
  dividedBy?: CustomerNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: CustomerMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: CustomerNumber | null | undefined;
  number?: CustomerNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: CustomerMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type CustomerViewInput = {
  columns: Array<string>;
  filter?: CustomerFilter | null | undefined;
  search?: string | null | undefined;
  sort?: Array<CustomerSort> | null | undefined;
};
export type DataSet =
  | 'AUDIT_ENTRIES'
  | 'CLAIM_CODES'
  | 'CUSTOMERS'
  | 'DEVICES'
  | 'DEVICE_EVENTS'
  | 'FLEET_DAYS'
  | 'HEARTBEATS'
  | 'INSTALLATIONS'
  | 'PAIRINGS'
  | 'PREORDERS'
  | 'PREORDER_EVENTS'
  | 'REFUNDS'
  | 'SALES';
export type DefaultViewInput = {
  list: ViewedList;
  viewId?: string | null | undefined;
};
export type DeletePreorderInput = {
  preorderNumber: string;
  reason: string;
};
export type Density =
  | 'COMFORTABLE'
  | 'COMPACT';
export type DeviceAtLeast = {
  count?: number | null | undefined;
  of?: DeviceFilter | null | undefined;
};
export type DeviceDayFilter = {
  and?: Array<DeviceDayFilter | null | undefined> | null | undefined;
  batchCode?: TextCondition | null | undefined;
  device?: DeviceFilter | null | undefined;
  deviceId?: IdCondition | null | undefined;
  expectedSeconds?: IntegerCondition | null | undefined;
  firmwareBuildNumber?: IntegerCondition | null | undefined;
  firmwareVersion?: TextCondition | null | undefined;
  hardwareRevision?: TextCondition | null | undefined;
  heardSeconds?: IntegerCondition | null | undefined;
  heartbeats?: IntegerCondition | null | undefined;
  lowestFreeHeap?: IntegerCondition | null | undefined;
  lowestRssi?: IntegerCondition | null | undefined;
  model?: TextCondition | null | undefined;
  not?: DeviceDayFilter | null | undefined;
  or?: Array<DeviceDayFilter | null | undefined> | null | undefined;
  restarts?: IntegerCondition | null | undefined;
  startsAt?: TimeCondition | null | undefined;
  status?: DeviceStatusCondition | null | undefined;
};
export type DeviceDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: DeviceMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: DeviceMoment | null | undefined;
  value?: DeviceValue | null | undefined;
  width?: number | null | undefined;
};
export type DeviceDimension =
  | 'ACTIVE_SALE'
  | 'ACTIVE_SALE_CREATED_BY'
  | 'ACTIVE_SALE_CURRENCY'
  | 'ACTIVE_SALE_PAYMENT_STATUS'
  | 'ACTIVE_SALE_SALES_CHANNEL'
  | 'ACTIVE_SALE_STATUS'
  | 'AGE_IN_DAYS'
  | 'APP_VERSION'
  | 'BATCH_CODE'
  | 'FIRMWARE_CHANNEL'
  | 'FIRMWARE_VERSION'
  | 'HARDWARE_REVISION'
  | 'MODEL'
  | 'ONLINE'
  | 'OTA_SLOT'
  | 'OWNER'
  | 'OWNER_CITY'
  | 'OWNER_COUNTRY'
  | 'OWNER_PREFERRED_LANGUAGE'
  | 'OWNER_REGION'
  | 'OWNER_SOURCE'
  | 'SERIAL'
  | 'STATUS';
export type DeviceDisposition =
  | 'RETURNED'
  | 'REVOKED';
export type DeviceEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: DeviceValue | null | undefined;
  distinct?: DeviceDimension | null | undefined;
  filter?: DeviceFilter | null | undefined;
  first?: DeviceMoment | null | undefined;
  last?: DeviceMoment | null | undefined;
  max?: DeviceValue | null | undefined;
  median?: DeviceValue | null | undefined;
  metric?: DeviceMetric | null | undefined;
  min?: DeviceValue | null | undefined;
  nth?: DeviceNth | null | undefined;
  percentile?: DevicePercentile | null | undefined;
  sum?: DeviceValue | null | undefined;
  where?: Array<DeviceValueCondition> | null | undefined;
};
export type DeviceEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: DeviceMetric | null | undefined;
  value?: number | null | undefined;
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
export type DeviceEventDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: DeviceEventMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: DeviceEventMoment | null | undefined;
  value?: DeviceEventValue | null | undefined;
  width?: number | null | undefined;
};
export type DeviceEventDimension =
  | 'ACTOR'
  | 'CAUSE'
  | 'DEVICE'
  | 'DEVICE_APP_VERSION'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_FIRMWARE_CHANNEL'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_HARDWARE_REVISION'
  | 'DEVICE_MODEL'
  | 'DEVICE_OTA_SLOT'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'FROM_OWNER'
  | 'FROM_STATUS'
  | 'OWNER'
  | 'OWNER_CITY'
  | 'OWNER_COUNTRY'
  | 'OWNER_PREFERRED_LANGUAGE'
  | 'OWNER_REGION'
  | 'OWNER_SOURCE'
  | 'TO_OWNER'
  | 'TO_STATUS';
export type DeviceEventEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: DeviceEventValue | null | undefined;
  distinct?: DeviceEventDimension | null | undefined;
  filter?: DeviceEventFilter | null | undefined;
  first?: DeviceEventMoment | null | undefined;
  last?: DeviceEventMoment | null | undefined;
  max?: DeviceEventValue | null | undefined;
  median?: DeviceEventValue | null | undefined;
  metric?: DeviceEventMetric | null | undefined;
  min?: DeviceEventValue | null | undefined;
  nth?: DeviceEventNth | null | undefined;
  percentile?: DeviceEventPercentile | null | undefined;
  sum?: DeviceEventValue | null | undefined;
  where?: Array<DeviceEventValueCondition> | null | undefined;
};
export type DeviceEventEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: DeviceEventMetric | null | undefined;
  value?: number | null | undefined;
};
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
export type DeviceEventFormula = {
  add?: Array<DeviceEventTerm> | null | undefined;
  as: string;
  divide?: Array<DeviceEventTerm> | null | undefined;
  earlier?: DeviceEventEarlier | null | undefined;
  movingAverage?: DeviceEventMovingAverage | null | undefined;
  multiply?: Array<DeviceEventTerm> | null | undefined;
  shareOfBucket?: DeviceEventTerm | null | undefined;
  shareOfTotal?: DeviceEventTerm | null | undefined;
  subtract?: Array<DeviceEventTerm> | null | undefined;
};
export type DeviceEventListFilter = {
  atLeast?: DeviceEventAtLeast | null | undefined;
  every?: DeviceEventFilter | null | undefined;
  none?: DeviceEventFilter | null | undefined;
  some?: DeviceEventFilter | null | undefined;
};
export type DeviceEventMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: DeviceEventValue | null | undefined;
  distinct?: DeviceEventDimension | null | undefined;
  filter?: DeviceEventFilter | null | undefined;
  max?: DeviceEventValue | null | undefined;
  median?: DeviceEventValue | null | undefined;
  metric?: DeviceEventMetric | null | undefined;
  min?: DeviceEventValue | null | undefined;
  percentile?: DeviceEventPercentile | null | undefined;
  sum?: DeviceEventValue | null | undefined;
  where?: Array<DeviceEventValueCondition> | null | undefined;
};
export type DeviceEventMetric =
  | 'EVENTS'
  | 'MOVED';
export type DeviceEventMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: DeviceEventMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type DeviceEventMetricSort = {
  derived?: string | null | undefined;
  dimension?: DeviceEventDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: DeviceEventMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type DeviceEventMoment =
  | 'AT'
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_UPDATED_AT'
  | 'LEFT_AT'
  | 'NOW'
  | 'OWNER_ANONYMIZED_AT'
  | 'OWNER_CREATED_AT'
  | 'OWNER_UPDATED_AT';
export type DeviceEventMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: DeviceEventMetric | null | undefined;
  value?: number | null | undefined;
};
export type DeviceEventNth = {
  n: number;
  time: DeviceEventMoment;
};
export type DeviceEventNumber =
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FREE_HEAP'
  | 'DEVICE_TEMPERATURE'
  | 'DEVICE_UPTIME'
  | 'DEVICE_WIFI_RSSI';
export type DeviceEventPer = {
  by: Array<DeviceEventDimension>;
  time?: string | null | undefined;
  values: Array<DeviceEventEachValue>;
};
export type DeviceEventPercentile = {
  at: number;
  dividedBy?: DeviceEventNumber | null | undefined;
  each?: string | null | undefined;
  from?: DeviceEventMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: DeviceEventNumber | null | undefined;
  number?: DeviceEventNumber | null | undefined;
  to?: DeviceEventMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type DeviceEventQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<DeviceEventMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<DeviceEventDerivedDimension> | null | undefined;
  dimensions?: Array<DeviceEventDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: DeviceEventFilter | null | undefined;
  formulas?: Array<DeviceEventFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<DeviceEventMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<DeviceEventMeasure> | null | undefined;
  metrics?: Array<DeviceEventMetric> | null | undefined;
  orderBy?: Array<DeviceEventMetricSort> | null | undefined;
  per?: DeviceEventPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  time?: DeviceEventTime | null | undefined;
  timezone?: string | null | undefined;
  top?: DeviceEventTop | null | undefined;
  where?: Array<DeviceEventValueCondition> | null | undefined;
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
export type DeviceEventTerm = {
  measure?: string | null | undefined;
  metric?: DeviceEventMetric | null | undefined;
  value?: number | null | undefined;
};
export type DeviceEventTime =
  | 'AT';
export type DeviceEventTop = {
  by?: DeviceEventMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type DeviceEventValue = {
  dividedBy?: DeviceEventNumber | null | undefined;
  each?: string | null | undefined;
  from?: DeviceEventMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: DeviceEventNumber | null | undefined;
  number?: DeviceEventNumber | null | undefined;
  to?: DeviceEventMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type DeviceEventValueCondition = {
  dimension?: DeviceEventDimension | null | undefined;
  dividedBy?: DeviceEventNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: DeviceEventMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: DeviceEventNumber | null | undefined;
  number?: DeviceEventNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: DeviceEventMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
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
export type DeviceFormula = {
  add?: Array<DeviceTerm> | null | undefined;
  as: string;
  divide?: Array<DeviceTerm> | null | undefined;
  earlier?: DeviceEarlier | null | undefined;
  movingAverage?: DeviceMovingAverage | null | undefined;
  multiply?: Array<DeviceTerm> | null | undefined;
  shareOfBucket?: DeviceTerm | null | undefined;
  shareOfTotal?: DeviceTerm | null | undefined;
  subtract?: Array<DeviceTerm> | null | undefined;
};
export type DeviceListFilter = {
  atLeast?: DeviceAtLeast | null | undefined;
  every?: DeviceFilter | null | undefined;
  none?: DeviceFilter | null | undefined;
  some?: DeviceFilter | null | undefined;
};
export type DeviceMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: DeviceValue | null | undefined;
  distinct?: DeviceDimension | null | undefined;
  filter?: DeviceFilter | null | undefined;
  max?: DeviceValue | null | undefined;
  median?: DeviceValue | null | undefined;
  metric?: DeviceMetric | null | undefined;
  min?: DeviceValue | null | undefined;
  percentile?: DevicePercentile | null | undefined;
  sum?: DeviceValue | null | undefined;
  where?: Array<DeviceValueCondition> | null | undefined;
};
export type DeviceMetric =
  | 'ACTIVATED'
  | 'ACTIVE'
  | 'ACTIVE_SHARE'
  | 'AVERAGE_TEMPERATURE'
  | 'AVERAGE_WIFI_RSSI'
  | 'CLAIMED'
  | 'DEVICES'
  | 'HOT'
  | 'HOT_SHARE'
  | 'MEDIAN_AGE_DAYS'
  | 'NEVER_SEEN'
  | 'OFFLINE'
  | 'ONLINE'
  | 'ONLINE_SHARE'
  | 'WEAK_WIFI'
  | 'WEAK_WIFI_SHARE';
export type DeviceMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: DeviceMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type DeviceMetricSort = {
  derived?: string | null | undefined;
  dimension?: DeviceDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: DeviceMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type DeviceMoment =
  | 'ACTIVATED_AT'
  | 'ACTIVE_SALE_CANCELLED_AT'
  | 'ACTIVE_SALE_CLAIMED_AT'
  | 'ACTIVE_SALE_CREATED_AT'
  | 'ACTIVE_SALE_DEVICE_RELEASED_AT'
  | 'ACTIVE_SALE_UPDATED_AT'
  | 'CLAIMED_AT'
  | 'CREATED_AT'
  | 'LAST_SEEN_AT'
  | 'NOW'
  | 'OWNER_ANONYMIZED_AT'
  | 'OWNER_CREATED_AT'
  | 'OWNER_UPDATED_AT'
  | 'SOLD_AT'
  | 'UPDATED_AT';
export type DeviceMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: DeviceMetric | null | undefined;
  value?: number | null | undefined;
};
export type DeviceNth = {
  n: number;
  time: DeviceMoment;
};
export type DeviceNumber =
  | 'FIRMWARE_BUILD_NUMBER'
  | 'FREE_HEAP'
  | 'TEMPERATURE'
  | 'UPTIME'
  | 'WIFI_RSSI';
export type DevicePer = {
  by: Array<DeviceDimension>;
  time?: string | null | undefined;
  values: Array<DeviceEachValue>;
};
export type DevicePercentile = {
  at: number;
  dividedBy?: DeviceNumber | null | undefined;
  each?: string | null | undefined;
  from?: DeviceMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: DeviceNumber | null | undefined;
  number?: DeviceNumber | null | undefined;
  to?: DeviceMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type DeviceQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<DeviceMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<DeviceDerivedDimension> | null | undefined;
  dimensions?: Array<DeviceDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: DeviceFilter | null | undefined;
  formulas?: Array<DeviceFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<DeviceMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<DeviceMeasure> | null | undefined;
  metrics?: Array<DeviceMetric> | null | undefined;
  orderBy?: Array<DeviceMetricSort> | null | undefined;
  per?: DevicePer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  search?: string | null | undefined;
  time?: DeviceTime | null | undefined;
  timezone?: string | null | undefined;
  top?: DeviceTop | null | undefined;
  where?: Array<DeviceValueCondition> | null | undefined;
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
export type DeviceTerm = {
  measure?: string | null | undefined;
  metric?: DeviceMetric | null | undefined;
  value?: number | null | undefined;
};
export type DeviceTime =
  | 'ACTIVATED_AT'
  | 'CLAIMED_AT'
  | 'CREATED_AT'
  | 'LAST_SEEN_AT';
export type DeviceTop = {
  by?: DeviceMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type DeviceValue = {
  dividedBy?: DeviceNumber | null | undefined;
  each?: string | null | undefined;
  from?: DeviceMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: DeviceNumber | null | undefined;
  number?: DeviceNumber | null | undefined;
  to?: DeviceMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type DeviceValueCondition = {
  dimension?: DeviceDimension | null | undefined;
  dividedBy?: DeviceNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: DeviceMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: DeviceNumber | null | undefined;
  number?: DeviceNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: DeviceMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type DeviceViewInput = {
  columns: Array<string>;
  filter?: DeviceFilter | null | undefined;
  search?: string | null | undefined;
  sort?: Array<DeviceSort> | null | undefined;
};
export type DurationUnit =
  | 'DAYS'
  | 'HOURS'
  | 'MINUTES';
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
  | 'IDEMPOTENCY_REPLY_ERASED'
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
  | 'IDEMPOTENCY_REPLY_ERASED'
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
export type ExplanationCode =
  | 'DEVICES_FELL_BACK'
  | 'INSTALLATIONS_FAILED'
  | 'NO_REPORT'
  | 'OLD_VERSION';
export type FailureCode =
  | 'BATTERY_LOW'
  | 'BOOT_FAILED'
  | 'DIGEST_MISMATCH'
  | 'DOWNLOAD_HTTP_4XX'
  | 'DOWNLOAD_NETWORK'
  | 'FLASH_WRITE'
  | 'HARDWARE_MISMATCH'
  | 'NO_SPACE'
  | 'OTHER'
  | 'SECURITY_VERSION_TOO_LOW'
  | 'SELF_TEST_FAILED'
  | 'SIGNATURE_INVALID'
  | 'SIZE_MISMATCH'
  | 'STALLED_DOWNLOADING'
  | 'STALLED_INSTALLING'
  | 'STALLED_QUEUED'
  | 'STALLED_REBOOTING'
  | 'STALLED_TRANSFERRING'
  | 'STALLED_VALIDATING'
  | 'STALLED_VERIFYING'
  | 'UNKNOWN'
  | 'USER_CANCELLED'
  | 'USER_CANCELLED_BY_OPERATOR';
export type FailureSource =
  | 'DEVICE'
  | 'OPERATOR'
  | 'SERVER';
export type FillMode =
  | 'NONE'
  | 'ZERO';
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
export type FleetDayDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: FleetDayMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: FleetDayMoment | null | undefined;
  value?: FleetDayValue | null | undefined;
  width?: number | null | undefined;
};
export type FleetDayDimension =
  | 'BATCH_CODE'
  | 'DEVICE'
  | 'DEVICE_APP_VERSION'
  | 'DEVICE_FIRMWARE_CHANNEL'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_OTA_SLOT'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'FIRMWARE_VERSION'
  | 'HARDWARE_REVISION'
  | 'MODEL'
  | 'OWNER'
  | 'OWNER_CITY'
  | 'OWNER_COUNTRY'
  | 'OWNER_PREFERRED_LANGUAGE'
  | 'OWNER_REGION'
  | 'OWNER_SOURCE'
  | 'STATUS';
export type FleetDayEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: FleetDayValue | null | undefined;
  distinct?: FleetDayDimension | null | undefined;
  filter?: DeviceDayFilter | null | undefined;
  first?: FleetDayMoment | null | undefined;
  last?: FleetDayMoment | null | undefined;
  max?: FleetDayValue | null | undefined;
  median?: FleetDayValue | null | undefined;
  metric?: FleetDayMetric | null | undefined;
  min?: FleetDayValue | null | undefined;
  nth?: FleetDayNth | null | undefined;
  percentile?: FleetDayPercentile | null | undefined;
  sum?: FleetDayValue | null | undefined;
  where?: Array<FleetDayValueCondition> | null | undefined;
};
export type FleetDayEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: FleetDayMetric | null | undefined;
  value?: number | null | undefined;
};
export type FleetDayFormula = {
  add?: Array<FleetDayTerm> | null | undefined;
  as: string;
  divide?: Array<FleetDayTerm> | null | undefined;
  earlier?: FleetDayEarlier | null | undefined;
  movingAverage?: FleetDayMovingAverage | null | undefined;
  multiply?: Array<FleetDayTerm> | null | undefined;
  shareOfBucket?: FleetDayTerm | null | undefined;
  shareOfTotal?: FleetDayTerm | null | undefined;
  subtract?: Array<FleetDayTerm> | null | undefined;
};
export type FleetDayMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: FleetDayValue | null | undefined;
  distinct?: FleetDayDimension | null | undefined;
  filter?: DeviceDayFilter | null | undefined;
  max?: FleetDayValue | null | undefined;
  median?: FleetDayValue | null | undefined;
  metric?: FleetDayMetric | null | undefined;
  min?: FleetDayValue | null | undefined;
  percentile?: FleetDayPercentile | null | undefined;
  sum?: FleetDayValue | null | undefined;
  where?: Array<FleetDayValueCondition> | null | undefined;
};
export type FleetDayMetric =
  | 'AVERAGE_TEMPERATURE'
  | 'AVERAGE_WIFI_RSSI'
  | 'DEVICES'
  | 'DEVICE_DAYS'
  | 'HEARTBEATS'
  | 'HIGHEST_TEMPERATURE'
  | 'HOT_SHARE'
  | 'LOWEST_FREE_HEAP'
  | 'RESTARTS'
  | 'UPTIME_SHARE'
  | 'WEAK_WIFI_SHARE';
export type FleetDayMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: FleetDayMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type FleetDayMetricSort = {
  derived?: string | null | undefined;
  dimension?: FleetDayDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: FleetDayMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type FleetDayMoment =
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_UPDATED_AT'
  | 'NOW'
  | 'OWNER_ANONYMIZED_AT'
  | 'OWNER_CREATED_AT'
  | 'OWNER_UPDATED_AT'
  | 'STARTS_AT';
export type FleetDayMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: FleetDayMetric | null | undefined;
  value?: number | null | undefined;
};
export type FleetDayNth = {
  n: number;
  time: FleetDayMoment;
};
export type FleetDayNumber =
  | 'AVERAGE_RSSI'
  | 'AVERAGE_TEMPERATURE'
  | 'DAY_SECONDS'
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FREE_HEAP'
  | 'DEVICE_TEMPERATURE'
  | 'DEVICE_UPTIME'
  | 'DEVICE_WIFI_RSSI'
  | 'EXPECTED_SECONDS'
  | 'FIRMWARE_BUILD_NUMBER'
  | 'HEARD_SECONDS'
  | 'HEARTBEATS'
  | 'HIGHEST_TEMPERATURE'
  | 'LOWEST_FREE_HEAP'
  | 'LOWEST_RSSI'
  | 'OFFLINE_HOURS'
  | 'RESTARTS';
export type FleetDayPer = {
  by: Array<FleetDayDimension>;
  time?: string | null | undefined;
  values: Array<FleetDayEachValue>;
};
export type FleetDayPercentile = {
  at: number;
  dividedBy?: FleetDayNumber | null | undefined;
  each?: string | null | undefined;
  from?: FleetDayMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: FleetDayNumber | null | undefined;
  number?: FleetDayNumber | null | undefined;
  to?: FleetDayMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type FleetDayQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<FleetDayMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<FleetDayDerivedDimension> | null | undefined;
  dimensions?: Array<FleetDayDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: DeviceDayFilter | null | undefined;
  formulas?: Array<FleetDayFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<FleetDayMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<FleetDayMeasure> | null | undefined;
  metrics?: Array<FleetDayMetric> | null | undefined;
  orderBy?: Array<FleetDayMetricSort> | null | undefined;
  per?: FleetDayPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  time?: FleetDayTime | null | undefined;
  timezone?: string | null | undefined;
  top?: FleetDayTop | null | undefined;
  where?: Array<FleetDayValueCondition> | null | undefined;
};
export type FleetDayTerm = {
  measure?: string | null | undefined;
  metric?: FleetDayMetric | null | undefined;
  value?: number | null | undefined;
};
export type FleetDayTime =
  | 'STARTS_AT';
export type FleetDayTop = {
  by?: FleetDayMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type FleetDayValue = {
  dividedBy?: FleetDayNumber | null | undefined;
  each?: string | null | undefined;
  from?: FleetDayMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: FleetDayNumber | null | undefined;
  number?: FleetDayNumber | null | undefined;
  to?: FleetDayMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type FleetDayValueCondition = {
  dimension?: FleetDayDimension | null | undefined;
  dividedBy?: FleetDayNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: FleetDayMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: FleetDayNumber | null | undefined;
  number?: FleetDayNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: FleetDayMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type HeartbeatDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: HeartbeatMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: HeartbeatMoment | null | undefined;
  value?: HeartbeatValue | null | undefined;
  width?: number | null | undefined;
};
export type HeartbeatDimension =
  | 'APP_VERSION'
  | 'DEVICE'
  | 'DEVICE_APP_VERSION'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_FIRMWARE_CHANNEL'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_MODEL'
  | 'DEVICE_OTA_SLOT'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'FIRMWARE_VERSION'
  | 'HARDWARE_REVISION'
  | 'OTA_SLOT'
  | 'OWNER'
  | 'OWNER_CITY'
  | 'OWNER_COUNTRY'
  | 'OWNER_PREFERRED_LANGUAGE'
  | 'OWNER_REGION'
  | 'OWNER_SOURCE'
  | 'STATUS';
export type HeartbeatEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: HeartbeatValue | null | undefined;
  distinct?: HeartbeatDimension | null | undefined;
  filter?: HeartbeatFilter | null | undefined;
  first?: HeartbeatMoment | null | undefined;
  last?: HeartbeatMoment | null | undefined;
  max?: HeartbeatValue | null | undefined;
  median?: HeartbeatValue | null | undefined;
  metric?: HeartbeatMetric | null | undefined;
  min?: HeartbeatValue | null | undefined;
  nth?: HeartbeatNth | null | undefined;
  percentile?: HeartbeatPercentile | null | undefined;
  sum?: HeartbeatValue | null | undefined;
  where?: Array<HeartbeatValueCondition> | null | undefined;
};
export type HeartbeatEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: HeartbeatMetric | null | undefined;
  value?: number | null | undefined;
};
export type HeartbeatFilter = {
  and?: Array<HeartbeatFilter | null | undefined> | null | undefined;
  appVersion?: TextCondition | null | undefined;
  device?: DeviceFilter | null | undefined;
  firmwareBuildNumber?: IntegerCondition | null | undefined;
  firmwareVersion?: TextCondition | null | undefined;
  freeHeap?: IntegerCondition | null | undefined;
  not?: HeartbeatFilter | null | undefined;
  or?: Array<HeartbeatFilter | null | undefined> | null | undefined;
  otaSlot?: OtaSlotCondition | null | undefined;
  status?: TextCondition | null | undefined;
  uptime?: IntegerCondition | null | undefined;
  wifiRssi?: IntegerCondition | null | undefined;
};
export type HeartbeatFormula = {
  add?: Array<HeartbeatTerm> | null | undefined;
  as: string;
  divide?: Array<HeartbeatTerm> | null | undefined;
  earlier?: HeartbeatEarlier | null | undefined;
  movingAverage?: HeartbeatMovingAverage | null | undefined;
  multiply?: Array<HeartbeatTerm> | null | undefined;
  shareOfBucket?: HeartbeatTerm | null | undefined;
  shareOfTotal?: HeartbeatTerm | null | undefined;
  subtract?: Array<HeartbeatTerm> | null | undefined;
};
export type HeartbeatMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: HeartbeatValue | null | undefined;
  distinct?: HeartbeatDimension | null | undefined;
  filter?: HeartbeatFilter | null | undefined;
  max?: HeartbeatValue | null | undefined;
  median?: HeartbeatValue | null | undefined;
  metric?: HeartbeatMetric | null | undefined;
  min?: HeartbeatValue | null | undefined;
  percentile?: HeartbeatPercentile | null | undefined;
  sum?: HeartbeatValue | null | undefined;
  where?: Array<HeartbeatValueCondition> | null | undefined;
};
export type HeartbeatMetric =
  | 'DEVICES'
  | 'HEARTBEATS';
export type HeartbeatMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: HeartbeatMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type HeartbeatMetricSort = {
  derived?: string | null | undefined;
  dimension?: HeartbeatDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: HeartbeatMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type HeartbeatMoment =
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_UPDATED_AT'
  | 'NOW'
  | 'OWNER_ANONYMIZED_AT'
  | 'OWNER_CREATED_AT'
  | 'OWNER_UPDATED_AT'
  | 'RECEIVED_AT';
export type HeartbeatMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: HeartbeatMetric | null | undefined;
  value?: number | null | undefined;
};
export type HeartbeatNth = {
  n: number;
  time: HeartbeatMoment;
};
export type HeartbeatNumber =
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FREE_HEAP'
  | 'DEVICE_TEMPERATURE'
  | 'DEVICE_UPTIME'
  | 'DEVICE_WIFI_RSSI'
  | 'FIRMWARE_BUILD_NUMBER'
  | 'FREE_HEAP'
  | 'SIGNED_MS'
  | 'TEMPERATURE'
  | 'UPTIME'
  | 'WIFI_RSSI';
export type HeartbeatPer = {
  by: Array<HeartbeatDimension>;
  time?: string | null | undefined;
  values: Array<HeartbeatEachValue>;
};
export type HeartbeatPercentile = {
  at: number;
  dividedBy?: HeartbeatNumber | null | undefined;
  each?: string | null | undefined;
  from?: HeartbeatMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: HeartbeatNumber | null | undefined;
  number?: HeartbeatNumber | null | undefined;
  to?: HeartbeatMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type HeartbeatQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<HeartbeatMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<HeartbeatDerivedDimension> | null | undefined;
  dimensions?: Array<HeartbeatDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: HeartbeatFilter | null | undefined;
  formulas?: Array<HeartbeatFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<HeartbeatMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<HeartbeatMeasure> | null | undefined;
  metrics?: Array<HeartbeatMetric> | null | undefined;
  orderBy?: Array<HeartbeatMetricSort> | null | undefined;
  per?: HeartbeatPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  time?: HeartbeatTime | null | undefined;
  timezone?: string | null | undefined;
  top?: HeartbeatTop | null | undefined;
  where?: Array<HeartbeatValueCondition> | null | undefined;
};
export type HeartbeatTerm = {
  measure?: string | null | undefined;
  metric?: HeartbeatMetric | null | undefined;
  value?: number | null | undefined;
};
export type HeartbeatTime =
  | 'RECEIVED_AT';
export type HeartbeatTop = {
  by?: HeartbeatMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type HeartbeatValue = {
  dividedBy?: HeartbeatNumber | null | undefined;
  each?: string | null | undefined;
  from?: HeartbeatMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: HeartbeatNumber | null | undefined;
  number?: HeartbeatNumber | null | undefined;
  to?: HeartbeatMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type HeartbeatValueCondition = {
  dimension?: HeartbeatDimension | null | undefined;
  dividedBy?: HeartbeatNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: HeartbeatMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: HeartbeatNumber | null | undefined;
  number?: HeartbeatNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: HeartbeatMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
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
export type InstallationDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: InstallationMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: InstallationMoment | null | undefined;
  value?: InstallationValue | null | undefined;
  width?: number | null | undefined;
};
export type InstallationDimension =
  | 'CLOSED_REASON'
  | 'DEVICE'
  | 'DEVICE_APP_VERSION'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_FIRMWARE_CHANNEL'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_HARDWARE_REVISION'
  | 'DEVICE_MODEL'
  | 'DEVICE_OTA_SLOT'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'FAILURE_CODE'
  | 'FAILURE_SOURCE'
  | 'FROM_VERSION'
  | 'HARDWARE_REVISION'
  | 'OWNER'
  | 'OWNER_CITY'
  | 'OWNER_COUNTRY'
  | 'OWNER_PREFERRED_LANGUAGE'
  | 'OWNER_REGION'
  | 'OWNER_SOURCE'
  | 'POSSIBLY_BRICKED'
  | 'RELEASE'
  | 'RELEASE_CREATED_BY'
  | 'RELEASE_PAUSED_BY'
  | 'RELEASE_TARGET_DEVICE'
  | 'SERIAL'
  | 'SILENT'
  | 'STATUS'
  | 'VERIFICATION'
  | 'VERSION';
export type InstallationEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: InstallationValue | null | undefined;
  distinct?: InstallationDimension | null | undefined;
  filter?: InstallationFilter | null | undefined;
  first?: InstallationMoment | null | undefined;
  last?: InstallationMoment | null | undefined;
  max?: InstallationValue | null | undefined;
  median?: InstallationValue | null | undefined;
  metric?: InstallationMetric | null | undefined;
  min?: InstallationValue | null | undefined;
  nth?: InstallationNth | null | undefined;
  percentile?: InstallationPercentile | null | undefined;
  sum?: InstallationValue | null | undefined;
  where?: Array<InstallationValueCondition> | null | undefined;
};
export type InstallationEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: InstallationMetric | null | undefined;
  value?: number | null | undefined;
};
export type InstallationEventSource =
  | 'DEVICE'
  | 'HEARTBEAT'
  | 'OPERATOR'
  | 'SERVER';
export type InstallationFilter = {
  and?: Array<InstallationFilter | null | undefined> | null | undefined;
  buildNumber?: IntegerCondition | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  device?: DeviceFilter | null | undefined;
  deviceId?: IdCondition | null | undefined;
  hardwareRevision?: TextCondition | null | undefined;
  not?: InstallationFilter | null | undefined;
  or?: Array<InstallationFilter | null | undefined> | null | undefined;
  possiblyBricked?: BooleanCondition | null | undefined;
  release?: ReleaseFilter | null | undefined;
  releaseId?: IdCondition | null | undefined;
  serial?: TextCondition | null | undefined;
  silent?: BooleanCondition | null | undefined;
  status?: InstallationStatusCondition | null | undefined;
  stuckSince?: TimeCondition | null | undefined;
  version?: TextCondition | null | undefined;
};
export type InstallationFormula = {
  add?: Array<InstallationTerm> | null | undefined;
  as: string;
  divide?: Array<InstallationTerm> | null | undefined;
  earlier?: InstallationEarlier | null | undefined;
  movingAverage?: InstallationMovingAverage | null | undefined;
  multiply?: Array<InstallationTerm> | null | undefined;
  shareOfBucket?: InstallationTerm | null | undefined;
  shareOfTotal?: InstallationTerm | null | undefined;
  subtract?: Array<InstallationTerm> | null | undefined;
};
export type InstallationListFilter = {
  atLeast?: InstallationAtLeast | null | undefined;
  every?: InstallationFilter | null | undefined;
  none?: InstallationFilter | null | undefined;
  some?: InstallationFilter | null | undefined;
};
export type InstallationMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: InstallationValue | null | undefined;
  distinct?: InstallationDimension | null | undefined;
  filter?: InstallationFilter | null | undefined;
  max?: InstallationValue | null | undefined;
  median?: InstallationValue | null | undefined;
  metric?: InstallationMetric | null | undefined;
  min?: InstallationValue | null | undefined;
  percentile?: InstallationPercentile | null | undefined;
  sum?: InstallationValue | null | undefined;
  where?: Array<InstallationValueCondition> | null | undefined;
};
export type InstallationMetric =
  | 'FAILED'
  | 'FAILURE_RATE'
  | 'INSTALLATIONS'
  | 'MEDIAN_MINUTES'
  | 'P95_MINUTES'
  | 'POSSIBLY_BRICKED'
  | 'RESTARTS'
  | 'ROLLED_BACK'
  | 'SUCCEEDED';
export type InstallationMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: InstallationMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type InstallationMetricSort = {
  derived?: string | null | undefined;
  dimension?: InstallationDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: InstallationMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type InstallationMoment =
  | 'CREATED_AT'
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_UPDATED_AT'
  | 'FINISHED_AT'
  | 'LAST_REPORT_AT'
  | 'NOW'
  | 'OWNER_ANONYMIZED_AT'
  | 'OWNER_CREATED_AT'
  | 'OWNER_UPDATED_AT'
  | 'RELEASE_COMPLETED_AT'
  | 'RELEASE_CREATED_AT'
  | 'RELEASE_FAILURE_WINDOW_FROM'
  | 'RELEASE_MANDATORY_AFTER'
  | 'RELEASE_REVOKED_AT'
  | 'RELEASE_ROLLOUT_STARTED_AT'
  | 'RELEASE_UPDATED_AT'
  | 'RETRY_AT'
  | 'STARTED_AT'
  | 'STUCK_SINCE'
  | 'UPDATED_AT';
export type InstallationMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: InstallationMetric | null | undefined;
  value?: number | null | undefined;
};
export type InstallationNth = {
  n: number;
  time: InstallationMoment;
};
export type InstallationNumber =
  | 'ANOMALIES'
  | 'ATTEMPT'
  | 'BUILD_NUMBER'
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FREE_HEAP'
  | 'DEVICE_TEMPERATURE'
  | 'DEVICE_UPTIME'
  | 'DEVICE_WIFI_RSSI'
  | 'FROM_BUILD_NUMBER'
  | 'RELEASE_FIRMWARE_SIZE'
  | 'RELEASE_PACKAGE_SIZE'
  | 'RELEASE_ROLLOUT_PERCENTAGE'
  | 'RELEASE_SECURITY_VERSION'
  | 'RESTARTS'
  | 'UNUSED_LEASES';
export type InstallationOutcome =
  | 'CANCEL_LOST_RACE'
  | 'CLOSED'
  | 'CONFIRMED'
  | 'CONTRADICTED'
  | 'DUPLICATE'
  | 'FAILED'
  | 'FOLLOWED'
  | 'IGNORED'
  | 'INSTALLATION_INTERRUPTED'
  | 'INSTALLATION_TERMINAL'
  | 'INTERRUPTED'
  | 'MATCHED'
  | 'MOVED'
  | 'OTHER'
  | 'OUT_OF_ORDER'
  | 'OUT_OF_SERVICE'
  | 'RECONCILED'
  | 'REFRESHED'
  | 'RELEASE_REVOKED'
  | 'REOPENED'
  | 'RESTARTED'
  | 'ROLLBACK_INFERRED'
  | 'ROLLED_BACK'
  | 'STALE'
  | 'STALLED'
  | 'STUCK'
  | 'SUCCEEDED'
  | 'SUCCESS_INFERRED'
  | 'VALIDATING_INFERRED';
export type InstallationPer = {
  by: Array<InstallationDimension>;
  time?: string | null | undefined;
  values: Array<InstallationEachValue>;
};
export type InstallationPercentile = {
  at: number;
  dividedBy?: InstallationNumber | null | undefined;
  each?: string | null | undefined;
  from?: InstallationMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: InstallationNumber | null | undefined;
  number?: InstallationNumber | null | undefined;
  to?: InstallationMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type InstallationQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<InstallationMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<InstallationDerivedDimension> | null | undefined;
  dimensions?: Array<InstallationDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: InstallationFilter | null | undefined;
  formulas?: Array<InstallationFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<InstallationMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<InstallationMeasure> | null | undefined;
  metrics?: Array<InstallationMetric> | null | undefined;
  orderBy?: Array<InstallationMetricSort> | null | undefined;
  per?: InstallationPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  search?: string | null | undefined;
  time?: InstallationTime | null | undefined;
  timezone?: string | null | undefined;
  top?: InstallationTop | null | undefined;
  where?: Array<InstallationValueCondition> | null | undefined;
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
export type InstallationTerm = {
  measure?: string | null | undefined;
  metric?: InstallationMetric | null | undefined;
  value?: number | null | undefined;
};
export type InstallationTime =
  | 'CREATED_AT'
  | 'FINISHED_AT'
  | 'STARTED_AT';
export type InstallationTop = {
  by?: InstallationMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type InstallationValue = {
  dividedBy?: InstallationNumber | null | undefined;
  each?: string | null | undefined;
  from?: InstallationMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: InstallationNumber | null | undefined;
  number?: InstallationNumber | null | undefined;
  to?: InstallationMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type InstallationValueCondition = {
  dimension?: InstallationDimension | null | undefined;
  dividedBy?: InstallationNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: InstallationMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: InstallationNumber | null | undefined;
  number?: InstallationNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: InstallationMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type InstallationViewInput = {
  columns: Array<string>;
  filter?: InstallationFilter | null | undefined;
  search?: string | null | undefined;
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
export type InterruptInstallationInput = {
  expectedBuild: number;
  expectedFailureReason: string;
  expectedVersion: string;
  failureCode: string;
  releaseId: string;
  serial: string;
};
export type IssueMaintenanceGrantInput = {
  expectedBuild: number;
  expectedHardwareRevision: string;
  expectedMac: string;
  expectedVersion: string;
  maintenancePurpose: MaintenancePurpose;
  targetSerial: string;
};
export type IssueProvisioningEnvelopeInput = {
  expectedHardwareRevision: string;
  provisionerPublicKey: string;
  serialNumber: string;
};
export type LinkSaleToPreorderInput = {
  preorderId?: string | null | undefined;
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
export type MaintenancePurpose =
  | 'ONE_TIME_IDENTITY_PROVISIONING';
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
export type OtaSlotCondition = {
  eq?: OtaSlot | null | undefined;
  in?: Array<OtaSlot | null | undefined> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: OtaSlot | null | undefined;
  notIn?: Array<OtaSlot | null | undefined> | null | undefined;
};
export type PackageDeviceFilter = {
  and?: Array<PackageDeviceFilter | null | undefined> | null | undefined;
  firmwareBuildNumber?: IntegerCondition | null | undefined;
  firmwareVersion?: TextCondition | null | undefined;
  lastSeenAt?: TimeCondition | null | undefined;
  model?: TextCondition | null | undefined;
  not?: PackageDeviceFilter | null | undefined;
  or?: Array<PackageDeviceFilter | null | undefined> | null | undefined;
  serial?: TextCondition | null | undefined;
  status?: DeviceStatusCondition | null | undefined;
};
export type PairingDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: PairingMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: PairingMoment | null | undefined;
  value?: PairingValue | null | undefined;
  width?: number | null | undefined;
};
export type PairingDimension =
  | 'APP_VERSION'
  | 'DEVICE'
  | 'DEVICE_APP_VERSION'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_FIRMWARE_CHANNEL'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_HARDWARE_REVISION'
  | 'DEVICE_MODEL'
  | 'DEVICE_OTA_SLOT'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'OWNER'
  | 'OWNER_CITY'
  | 'OWNER_COUNTRY'
  | 'OWNER_PREFERRED_LANGUAGE'
  | 'OWNER_REGION'
  | 'OWNER_SOURCE'
  | 'REVOKED_REASON';
export type PairingEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: PairingValue | null | undefined;
  distinct?: PairingDimension | null | undefined;
  filter?: PairingFilter | null | undefined;
  first?: PairingMoment | null | undefined;
  last?: PairingMoment | null | undefined;
  max?: PairingValue | null | undefined;
  median?: PairingValue | null | undefined;
  metric?: PairingMetric | null | undefined;
  min?: PairingValue | null | undefined;
  nth?: PairingNth | null | undefined;
  percentile?: PairingPercentile | null | undefined;
  sum?: PairingValue | null | undefined;
  where?: Array<PairingValueCondition> | null | undefined;
};
export type PairingEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: PairingMetric | null | undefined;
  value?: number | null | undefined;
};
export type PairingFilter = {
  and?: Array<PairingFilter | null | undefined> | null | undefined;
  not?: PairingFilter | null | undefined;
  or?: Array<PairingFilter | null | undefined> | null | undefined;
};
export type PairingFormula = {
  add?: Array<PairingTerm> | null | undefined;
  as: string;
  divide?: Array<PairingTerm> | null | undefined;
  earlier?: PairingEarlier | null | undefined;
  movingAverage?: PairingMovingAverage | null | undefined;
  multiply?: Array<PairingTerm> | null | undefined;
  shareOfBucket?: PairingTerm | null | undefined;
  shareOfTotal?: PairingTerm | null | undefined;
  subtract?: Array<PairingTerm> | null | undefined;
};
export type PairingMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: PairingValue | null | undefined;
  distinct?: PairingDimension | null | undefined;
  filter?: PairingFilter | null | undefined;
  max?: PairingValue | null | undefined;
  median?: PairingValue | null | undefined;
  metric?: PairingMetric | null | undefined;
  min?: PairingValue | null | undefined;
  percentile?: PairingPercentile | null | undefined;
  sum?: PairingValue | null | undefined;
  where?: Array<PairingValueCondition> | null | undefined;
};
export type PairingMetric =
  | 'LIVE'
  | 'PAIRINGS';
export type PairingMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: PairingMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type PairingMetricSort = {
  derived?: string | null | undefined;
  dimension?: PairingDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: PairingMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type PairingMoment =
  | 'CREATED_AT'
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_UPDATED_AT'
  | 'EXPIRES_AT'
  | 'NOW'
  | 'OWNER_ANONYMIZED_AT'
  | 'OWNER_CREATED_AT'
  | 'OWNER_UPDATED_AT'
  | 'REFRESHED_AT'
  | 'REVOKED_AT';
export type PairingMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: PairingMetric | null | undefined;
  value?: number | null | undefined;
};
export type PairingNth = {
  n: number;
  time: PairingMoment;
};
export type PairingNumber =
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FREE_HEAP'
  | 'DEVICE_TEMPERATURE'
  | 'DEVICE_UPTIME'
  | 'DEVICE_WIFI_RSSI'
  | 'EPOCH';
export type PairingPer = {
  by: Array<PairingDimension>;
  time?: string | null | undefined;
  values: Array<PairingEachValue>;
};
export type PairingPercentile = {
  at: number;
  dividedBy?: PairingNumber | null | undefined;
  each?: string | null | undefined;
  from?: PairingMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: PairingNumber | null | undefined;
  number?: PairingNumber | null | undefined;
  to?: PairingMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type PairingQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<PairingMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<PairingDerivedDimension> | null | undefined;
  dimensions?: Array<PairingDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: PairingFilter | null | undefined;
  formulas?: Array<PairingFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<PairingMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<PairingMeasure> | null | undefined;
  metrics?: Array<PairingMetric> | null | undefined;
  orderBy?: Array<PairingMetricSort> | null | undefined;
  per?: PairingPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  time?: PairingTime | null | undefined;
  timezone?: string | null | undefined;
  top?: PairingTop | null | undefined;
  where?: Array<PairingValueCondition> | null | undefined;
};
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
export type PairingTerm = {
  measure?: string | null | undefined;
  metric?: PairingMetric | null | undefined;
  value?: number | null | undefined;
};
export type PairingTime =
  | 'CREATED_AT';
export type PairingTop = {
  by?: PairingMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type PairingValue = {
  dividedBy?: PairingNumber | null | undefined;
  each?: string | null | undefined;
  from?: PairingMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: PairingNumber | null | undefined;
  number?: PairingNumber | null | undefined;
  to?: PairingMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type PairingValueCondition = {
  dimension?: PairingDimension | null | undefined;
  dividedBy?: PairingNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: PairingMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: PairingNumber | null | undefined;
  number?: PairingNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: PairingMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
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
export type PreorderDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: PreorderMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: PreorderMoment | null | undefined;
  value?: PreorderValue | null | undefined;
  width?: number | null | undefined;
};
export type PreorderDimension =
  | 'ASSIGNED_ADMIN'
  | 'CITY'
  | 'CURRENCY'
  | 'CUSTOMER'
  | 'CUSTOMER_CITY'
  | 'CUSTOMER_COUNTRY'
  | 'CUSTOMER_PREFERRED_LANGUAGE'
  | 'CUSTOMER_REGION'
  | 'CUSTOMER_SOURCE'
  | 'LOCALE'
  | 'PAYMENT_METHOD'
  | 'PRODUCT_COLOR'
  | 'PRODUCT_NAME'
  | 'REFUND_DUE'
  | 'REGION'
  | 'STATUS'
  | 'UTM_CAMPAIGN'
  | 'UTM_MEDIUM'
  | 'UTM_SOURCE';
export type PreorderEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: PreorderValue | null | undefined;
  distinct?: PreorderDimension | null | undefined;
  filter?: PreorderFilter | null | undefined;
  first?: PreorderMoment | null | undefined;
  last?: PreorderMoment | null | undefined;
  max?: PreorderValue | null | undefined;
  median?: PreorderValue | null | undefined;
  metric?: PreorderMetric | null | undefined;
  min?: PreorderValue | null | undefined;
  nth?: PreorderNth | null | undefined;
  percentile?: PreorderPercentile | null | undefined;
  sum?: PreorderValue | null | undefined;
  where?: Array<PreorderValueCondition> | null | undefined;
};
export type PreorderEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: PreorderMetric | null | undefined;
  value?: number | null | undefined;
};
export type PreorderEventDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: PreorderEventMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: PreorderEventMoment | null | undefined;
  value?: PreorderEventValue | null | undefined;
  width?: number | null | undefined;
};
export type PreorderEventDimension =
  | 'ACTOR'
  | 'CORRECTION'
  | 'FROM_ADMIN'
  | 'FROM_STATUS'
  | 'PREORDER'
  | 'PREORDER_ASSIGNED_ADMIN'
  | 'PREORDER_CITY'
  | 'PREORDER_CURRENCY'
  | 'PREORDER_CUSTOMER'
  | 'PREORDER_LOCALE'
  | 'PREORDER_PAYMENT_METHOD'
  | 'PREORDER_PRODUCT_COLOR'
  | 'PREORDER_PRODUCT_NAME'
  | 'PREORDER_REGION'
  | 'PREORDER_STATUS'
  | 'PREORDER_UTM_CAMPAIGN'
  | 'PREORDER_UTM_MEDIUM'
  | 'PREORDER_UTM_SOURCE'
  | 'TO_ADMIN'
  | 'TO_STATUS';
export type PreorderEventEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: PreorderEventValue | null | undefined;
  distinct?: PreorderEventDimension | null | undefined;
  filter?: PreorderEventFilter | null | undefined;
  first?: PreorderEventMoment | null | undefined;
  last?: PreorderEventMoment | null | undefined;
  max?: PreorderEventValue | null | undefined;
  median?: PreorderEventValue | null | undefined;
  metric?: PreorderEventMetric | null | undefined;
  min?: PreorderEventValue | null | undefined;
  nth?: PreorderEventNth | null | undefined;
  percentile?: PreorderEventPercentile | null | undefined;
  sum?: PreorderEventValue | null | undefined;
  where?: Array<PreorderEventValueCondition> | null | undefined;
};
export type PreorderEventEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: PreorderEventMetric | null | undefined;
  value?: number | null | undefined;
};
export type PreorderEventFilter = {
  and?: Array<PreorderEventFilter | null | undefined> | null | undefined;
  not?: PreorderEventFilter | null | undefined;
  or?: Array<PreorderEventFilter | null | undefined> | null | undefined;
};
export type PreorderEventFormula = {
  add?: Array<PreorderEventTerm> | null | undefined;
  as: string;
  divide?: Array<PreorderEventTerm> | null | undefined;
  earlier?: PreorderEventEarlier | null | undefined;
  movingAverage?: PreorderEventMovingAverage | null | undefined;
  multiply?: Array<PreorderEventTerm> | null | undefined;
  shareOfBucket?: PreorderEventTerm | null | undefined;
  shareOfTotal?: PreorderEventTerm | null | undefined;
  subtract?: Array<PreorderEventTerm> | null | undefined;
};
export type PreorderEventMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: PreorderEventValue | null | undefined;
  distinct?: PreorderEventDimension | null | undefined;
  filter?: PreorderEventFilter | null | undefined;
  max?: PreorderEventValue | null | undefined;
  median?: PreorderEventValue | null | undefined;
  metric?: PreorderEventMetric | null | undefined;
  min?: PreorderEventValue | null | undefined;
  percentile?: PreorderEventPercentile | null | undefined;
  sum?: PreorderEventValue | null | undefined;
  where?: Array<PreorderEventValueCondition> | null | undefined;
};
export type PreorderEventMetric =
  | 'CANCELLED'
  | 'CORRECTIONS'
  | 'EVENTS';
export type PreorderEventMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: PreorderEventMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type PreorderEventMetricSort = {
  derived?: string | null | undefined;
  dimension?: PreorderEventDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: PreorderEventMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type PreorderEventMoment =
  | 'AT'
  | 'LEFT_AT'
  | 'NOW'
  | 'PREORDER_CANCELLED_AT'
  | 'PREORDER_CREATED_AT'
  | 'PREORDER_DEPOSIT_PAID_AT'
  | 'PREORDER_FIRST_CONTACTED_AT'
  | 'PREORDER_FULFILLED_AT'
  | 'PREORDER_UPDATED_AT';
export type PreorderEventMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: PreorderEventMetric | null | undefined;
  value?: number | null | undefined;
};
export type PreorderEventNth = {
  n: number;
  time: PreorderEventMoment;
};
export type PreorderEventNumber =
  | 'PREORDER_QUANTITY';
export type PreorderEventPer = {
  by: Array<PreorderEventDimension>;
  time?: string | null | undefined;
  values: Array<PreorderEventEachValue>;
};
export type PreorderEventPercentile = {
  at: number;
  dividedBy?: PreorderEventNumber | null | undefined;
  each?: string | null | undefined;
  from?: PreorderEventMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: PreorderEventNumber | null | undefined;
  number?: PreorderEventNumber | null | undefined;
  to?: PreorderEventMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type PreorderEventQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<PreorderEventMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<PreorderEventDerivedDimension> | null | undefined;
  dimensions?: Array<PreorderEventDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: PreorderEventFilter | null | undefined;
  formulas?: Array<PreorderEventFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<PreorderEventMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<PreorderEventMeasure> | null | undefined;
  metrics?: Array<PreorderEventMetric> | null | undefined;
  orderBy?: Array<PreorderEventMetricSort> | null | undefined;
  per?: PreorderEventPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  time?: PreorderEventTime | null | undefined;
  timezone?: string | null | undefined;
  top?: PreorderEventTop | null | undefined;
  where?: Array<PreorderEventValueCondition> | null | undefined;
};
export type PreorderEventTerm = {
  measure?: string | null | undefined;
  metric?: PreorderEventMetric | null | undefined;
  value?: number | null | undefined;
};
export type PreorderEventTime =
  | 'AT';
export type PreorderEventTop = {
  by?: PreorderEventMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type PreorderEventValue = {
  dividedBy?: PreorderEventNumber | null | undefined;
  each?: string | null | undefined;
  from?: PreorderEventMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: PreorderEventNumber | null | undefined;
  number?: PreorderEventNumber | null | undefined;
  to?: PreorderEventMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type PreorderEventValueCondition = {
  dimension?: PreorderEventDimension | null | undefined;
  dividedBy?: PreorderEventNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: PreorderEventMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: PreorderEventNumber | null | undefined;
  number?: PreorderEventNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: PreorderEventMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
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
export type PreorderFormula = {
  add?: Array<PreorderTerm> | null | undefined;
  as: string;
  divide?: Array<PreorderTerm> | null | undefined;
  earlier?: PreorderEarlier | null | undefined;
  movingAverage?: PreorderMovingAverage | null | undefined;
  multiply?: Array<PreorderTerm> | null | undefined;
  shareOfBucket?: PreorderTerm | null | undefined;
  shareOfTotal?: PreorderTerm | null | undefined;
  subtract?: Array<PreorderTerm> | null | undefined;
};
export type PreorderListFilter = {
  atLeast?: PreorderAtLeast | null | undefined;
  every?: PreorderFilter | null | undefined;
  none?: PreorderFilter | null | undefined;
  some?: PreorderFilter | null | undefined;
};
export type PreorderMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: PreorderValue | null | undefined;
  distinct?: PreorderDimension | null | undefined;
  filter?: PreorderFilter | null | undefined;
  max?: PreorderValue | null | undefined;
  median?: PreorderValue | null | undefined;
  metric?: PreorderMetric | null | undefined;
  min?: PreorderValue | null | undefined;
  percentile?: PreorderPercentile | null | undefined;
  sum?: PreorderValue | null | undefined;
  where?: Array<PreorderValueCondition> | null | undefined;
};
export type PreorderMetric =
  | 'CANCELLED'
  | 'CANCEL_RATE'
  | 'CAPACITY_SHARE'
  | 'CONFIRMED'
  | 'CONVERSION_RATE'
  | 'DEPOSIT_PAID'
  | 'EXPECTED'
  | 'FULFILLED'
  | 'FULFILLED_PREORDERS'
  | 'MEDIAN_DAYS_TO_SALE'
  | 'MEDIAN_HOURS_TO_CONTACT'
  | 'PREORDERS'
  | 'QUANTITY'
  | 'SOLD'
  | 'UNIQUE_VIEWS';
export type PreorderMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: PreorderMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type PreorderMetricSort = {
  derived?: string | null | undefined;
  dimension?: PreorderDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: PreorderMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type PreorderMoment =
  | 'CANCELLED_AT'
  | 'CREATED_AT'
  | 'CUSTOMER_ANONYMIZED_AT'
  | 'CUSTOMER_CREATED_AT'
  | 'CUSTOMER_UPDATED_AT'
  | 'DEPOSIT_PAID_AT'
  | 'FIRST_CONTACTED_AT'
  | 'FIRST_SOLD_AT'
  | 'FULFILLED_AT'
  | 'NOW'
  | 'UPDATED_AT';
export type PreorderMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: PreorderMetric | null | undefined;
  value?: number | null | undefined;
};
export type PreorderNth = {
  n: number;
  time: PreorderMoment;
};
export type PreorderNumber =
  | 'DEPOSIT_AMOUNT'
  | 'FULL_PRICE'
  | 'QUANTITY';
export type PreorderPer = {
  by: Array<PreorderDimension>;
  time?: string | null | undefined;
  values: Array<PreorderEachValue>;
};
export type PreorderPercentile = {
  at: number;
  dividedBy?: PreorderNumber | null | undefined;
  each?: string | null | undefined;
  from?: PreorderMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: PreorderNumber | null | undefined;
  number?: PreorderNumber | null | undefined;
  to?: PreorderMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type PreorderQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<PreorderMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<PreorderDerivedDimension> | null | undefined;
  dimensions?: Array<PreorderDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: PreorderFilter | null | undefined;
  formulas?: Array<PreorderFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<PreorderMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<PreorderMeasure> | null | undefined;
  metrics?: Array<PreorderMetric> | null | undefined;
  orderBy?: Array<PreorderMetricSort> | null | undefined;
  per?: PreorderPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  search?: string | null | undefined;
  time?: PreorderTime | null | undefined;
  timezone?: string | null | undefined;
  top?: PreorderTop | null | undefined;
  where?: Array<PreorderValueCondition> | null | undefined;
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
export type PreorderTerm = {
  measure?: string | null | undefined;
  metric?: PreorderMetric | null | undefined;
  value?: number | null | undefined;
};
export type PreorderTime =
  | 'CANCELLED_AT'
  | 'CREATED_AT'
  | 'FULFILLED_AT';
export type PreorderTop = {
  by?: PreorderMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type PreorderValue = {
  dividedBy?: PreorderNumber | null | undefined;
  each?: string | null | undefined;
  from?: PreorderMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: PreorderNumber | null | undefined;
  number?: PreorderNumber | null | undefined;
  to?: PreorderMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type PreorderValueCondition = {
  dimension?: PreorderDimension | null | undefined;
  dividedBy?: PreorderNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: PreorderMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: PreorderNumber | null | undefined;
  number?: PreorderNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: PreorderMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
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
export type ProvisionBatchInput = {
  expiresAt?: string | null | undefined;
};
export type ProvisionDevicesInput = {
  batchCode: string;
  expiresAt?: string | null | undefined;
  hardwareRevision: string;
  model: string;
  quantity: number;
};
export type QuestionInput =
  {   /** A question to the data set AUDIT_ENTRIES. */
  auditEntries: AuditEntryQuestion; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; fleetDays?: never; heartbeats?: never; installations?: never; pairings?: never; preorderEvents?: never; preorders?: never; refunds?: never; sales?: never; }
  |  { auditEntries?: never;   /** A question to the data set CLAIM_CODES. */
  claimCodes: ClaimCodeQuestion; customers?: never; deviceEvents?: never; devices?: never; fleetDays?: never; heartbeats?: never; installations?: never; pairings?: never; preorderEvents?: never; preorders?: never; refunds?: never; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never;   /** A question to the data set CUSTOMERS. */
  customers: CustomerQuestion; deviceEvents?: never; devices?: never; fleetDays?: never; heartbeats?: never; installations?: never; pairings?: never; preorderEvents?: never; preorders?: never; refunds?: never; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never; customers?: never;   /** A question to the data set DEVICE_EVENTS. */
  deviceEvents: DeviceEventQuestion; devices?: never; fleetDays?: never; heartbeats?: never; installations?: never; pairings?: never; preorderEvents?: never; preorders?: never; refunds?: never; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never; customers?: never; deviceEvents?: never;   /** A question to the data set DEVICES. */
  devices: DeviceQuestion; fleetDays?: never; heartbeats?: never; installations?: never; pairings?: never; preorderEvents?: never; preorders?: never; refunds?: never; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never;   /** A question to the data set FLEET_DAYS. */
  fleetDays: FleetDayQuestion; heartbeats?: never; installations?: never; pairings?: never; preorderEvents?: never; preorders?: never; refunds?: never; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; fleetDays?: never;   /** A question to the data set HEARTBEATS. */
  heartbeats: HeartbeatQuestion; installations?: never; pairings?: never; preorderEvents?: never; preorders?: never; refunds?: never; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; fleetDays?: never; heartbeats?: never;   /** A question to the data set INSTALLATIONS. */
  installations: InstallationQuestion; pairings?: never; preorderEvents?: never; preorders?: never; refunds?: never; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; fleetDays?: never; heartbeats?: never; installations?: never;   /** A question to the data set PAIRINGS. */
  pairings: PairingQuestion; preorderEvents?: never; preorders?: never; refunds?: never; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; fleetDays?: never; heartbeats?: never; installations?: never; pairings?: never;   /** A question to the data set PREORDER_EVENTS. */
  preorderEvents: PreorderEventQuestion; preorders?: never; refunds?: never; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; fleetDays?: never; heartbeats?: never; installations?: never; pairings?: never; preorderEvents?: never;   /** A question to the data set PREORDERS. */
  preorders: PreorderQuestion; refunds?: never; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; fleetDays?: never; heartbeats?: never; installations?: never; pairings?: never; preorderEvents?: never; preorders?: never;   /** A question to the data set REFUNDS. */
  refunds: RefundQuestion; sales?: never; }
  |  { auditEntries?: never; claimCodes?: never; customers?: never; deviceEvents?: never; devices?: never; fleetDays?: never; heartbeats?: never; installations?: never; pairings?: never; preorderEvents?: never; preorders?: never; refunds?: never;   /** A question to the data set SALES. */
  sales: SalesQuestion; };
export type RangePreset =
  | 'LAST_7_DAYS'
  | 'LAST_12_MONTHS'
  | 'LAST_30_DAYS'
  | 'LAST_90_DAYS'
  | 'PREVIOUS_MONTH'
  | 'PREVIOUS_QUARTER'
  | 'PREVIOUS_WEEK'
  | 'PREVIOUS_YEAR'
  | 'THIS_MONTH'
  | 'THIS_QUARTER'
  | 'THIS_WEEK'
  | 'THIS_YEAR'
  | 'TODAY'
  | 'YESTERDAY';
export type ReconcileEvidence =
  | 'HEARTBEAT'
  | 'OPERATOR_ATTESTED';
export type ReconcileInstallationInput = {
  expectedBuild: number;
  expectedSlot: OtaSlot;
  expectedVersion: string;
  observedBootState: string;
  observedOtaSessionState: string;
  reason: string;
  releaseId: string;
  serial: string;
};
export type RefundAtLeast = {
  count?: number | null | undefined;
  of?: RefundFilter | null | undefined;
};
export type RefundDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: RefundMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: RefundMoment | null | undefined;
  value?: RefundValue | null | undefined;
  width?: number | null | undefined;
};
export type RefundDimension =
  | 'CREATED_BY'
  | 'CURRENCY'
  | 'CUSTOMER'
  | 'CUSTOMER_CITY'
  | 'CUSTOMER_COUNTRY'
  | 'CUSTOMER_PREFERRED_LANGUAGE'
  | 'CUSTOMER_REGION'
  | 'CUSTOMER_SOURCE'
  | 'DEVICE'
  | 'DEVICE_APP_VERSION'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_DISPOSITION'
  | 'DEVICE_FIRMWARE_CHANNEL'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_HARDWARE_REVISION'
  | 'DEVICE_MODEL'
  | 'DEVICE_OTA_SLOT'
  | 'DEVICE_OWNER'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'REASON'
  | 'SALE'
  | 'SALE_CREATED_BY'
  | 'SALE_PAYMENT_STATUS'
  | 'SALE_SALES_CHANNEL'
  | 'SALE_STATUS';
export type RefundEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: RefundValue | null | undefined;
  distinct?: RefundDimension | null | undefined;
  filter?: RefundFilter | null | undefined;
  first?: RefundMoment | null | undefined;
  last?: RefundMoment | null | undefined;
  max?: RefundValue | null | undefined;
  median?: RefundValue | null | undefined;
  metric?: RefundMetric | null | undefined;
  min?: RefundValue | null | undefined;
  nth?: RefundNth | null | undefined;
  percentile?: RefundPercentile | null | undefined;
  sum?: RefundValue | null | undefined;
  where?: Array<RefundValueCondition> | null | undefined;
};
export type RefundEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: RefundMetric | null | undefined;
  value?: number | null | undefined;
};
export type RefundFilter = {
  and?: Array<RefundFilter | null | undefined> | null | undefined;
  createdAt?: TimeCondition | null | undefined;
  not?: RefundFilter | null | undefined;
  or?: Array<RefundFilter | null | undefined> | null | undefined;
  sale?: SaleFilter | null | undefined;
  saleId?: IdCondition | null | undefined;
};
export type RefundFormula = {
  add?: Array<RefundTerm> | null | undefined;
  as: string;
  divide?: Array<RefundTerm> | null | undefined;
  earlier?: RefundEarlier | null | undefined;
  movingAverage?: RefundMovingAverage | null | undefined;
  multiply?: Array<RefundTerm> | null | undefined;
  shareOfBucket?: RefundTerm | null | undefined;
  shareOfTotal?: RefundTerm | null | undefined;
  subtract?: Array<RefundTerm> | null | undefined;
};
export type RefundListFilter = {
  atLeast?: RefundAtLeast | null | undefined;
  every?: RefundFilter | null | undefined;
  none?: RefundFilter | null | undefined;
  some?: RefundFilter | null | undefined;
};
export type RefundMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: RefundValue | null | undefined;
  distinct?: RefundDimension | null | undefined;
  filter?: RefundFilter | null | undefined;
  max?: RefundValue | null | undefined;
  median?: RefundValue | null | undefined;
  metric?: RefundMetric | null | undefined;
  min?: RefundValue | null | undefined;
  percentile?: RefundPercentile | null | undefined;
  sum?: RefundValue | null | undefined;
  where?: Array<RefundValueCondition> | null | undefined;
};
export type RefundMetric =
  | 'AMOUNT'
  | 'AVERAGE_AMOUNT'
  | 'DEVICES_RETURNED'
  | 'REFUNDS'
  | 'SALES';
export type RefundMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: RefundMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type RefundMetricSort = {
  derived?: string | null | undefined;
  dimension?: RefundDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: RefundMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type RefundMoment =
  | 'CREATED_AT'
  | 'CUSTOMER_ANONYMIZED_AT'
  | 'CUSTOMER_CREATED_AT'
  | 'CUSTOMER_UPDATED_AT'
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_UPDATED_AT'
  | 'NOW'
  | 'SALE_CANCELLED_AT'
  | 'SALE_CLAIMED_AT'
  | 'SALE_CREATED_AT'
  | 'SALE_DEVICE_RELEASED_AT'
  | 'SALE_SOLD_AT'
  | 'SALE_UPDATED_AT';
export type RefundMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: RefundMetric | null | undefined;
  value?: number | null | undefined;
};
export type RefundNth = {
  n: number;
  time: RefundMoment;
};
export type RefundNumber =
  | 'AMOUNT'
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FREE_HEAP'
  | 'DEVICE_TEMPERATURE'
  | 'DEVICE_UPTIME'
  | 'DEVICE_WIFI_RSSI'
  | 'SALE_DISCOUNT'
  | 'SALE_REFUNDED_TOTAL'
  | 'SALE_TOTAL'
  | 'SALE_UNIT_PRICE';
export type RefundPer = {
  by: Array<RefundDimension>;
  time?: string | null | undefined;
  values: Array<RefundEachValue>;
};
export type RefundPercentile = {
  at: number;
  dividedBy?: RefundNumber | null | undefined;
  each?: string | null | undefined;
  from?: RefundMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: RefundNumber | null | undefined;
  number?: RefundNumber | null | undefined;
  to?: RefundMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type RefundQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<RefundMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<RefundDerivedDimension> | null | undefined;
  dimensions?: Array<RefundDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: RefundFilter | null | undefined;
  formulas?: Array<RefundFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<RefundMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<RefundMeasure> | null | undefined;
  metrics?: Array<RefundMetric> | null | undefined;
  orderBy?: Array<RefundMetricSort> | null | undefined;
  per?: RefundPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  time?: RefundTime | null | undefined;
  timezone?: string | null | undefined;
  top?: RefundTop | null | undefined;
  where?: Array<RefundValueCondition> | null | undefined;
};
export type RefundSaleInput = {
  amount: number;
  deviceDisposition?: DeviceDisposition | null | undefined;
  reason: string;
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
export type RefundState =
  | 'FULL'
  | 'NONE'
  | 'PARTIAL';
export type RefundTerm = {
  measure?: string | null | undefined;
  metric?: RefundMetric | null | undefined;
  value?: number | null | undefined;
};
export type RefundTime =
  | 'CREATED_AT';
export type RefundTop = {
  by?: RefundMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type RefundValue = {
  dividedBy?: RefundNumber | null | undefined;
  each?: string | null | undefined;
  from?: RefundMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: RefundNumber | null | undefined;
  number?: RefundNumber | null | undefined;
  to?: RefundMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type RefundValueCondition = {
  dimension?: RefundDimension | null | undefined;
  dividedBy?: RefundNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: RefundMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: RefundNumber | null | undefined;
  number?: RefundNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: RefundMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type RefundViewInput = {
  columns: Array<string>;
  filter?: RefundFilter | null | undefined;
  sort?: Array<RefundSort> | null | undefined;
};
export type RelativeTo =
  | 'AVERAGE'
  | 'TOTAL';
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
export type SaleCustomerInput = {
  city?: string | null | undefined;
  company?: string | null | undefined;
  country?: string | null | undefined;
  email?: string | null | undefined;
  fullName?: string | null | undefined;
  id?: string | null | undefined;
  notes?: string | null | undefined;
  phone?: string | null | undefined;
  preferredLanguage?: Locale | null | undefined;
  region?: string | null | undefined;
  telegramUsername?: string | null | undefined;
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
export type SalesDerivedDimension = {
  as: string;
  bounds?: Array<number> | null | undefined;
  each?: string | null | undefined;
  part?: TimePart | null | undefined;
  since?: SalesMoment | null | undefined;
  sinceEach?: string | null | undefined;
  time?: SalesMoment | null | undefined;
  value?: SalesValue | null | undefined;
  width?: number | null | undefined;
};
export type SalesDimension =
  | 'CREATED_BY'
  | 'CURRENCY'
  | 'CUSTOMER'
  | 'CUSTOMER_CITY'
  | 'CUSTOMER_COUNTRY'
  | 'CUSTOMER_PREFERRED_LANGUAGE'
  | 'CUSTOMER_REGION'
  | 'CUSTOMER_SOURCE'
  | 'DEVICE'
  | 'DEVICE_APP_VERSION'
  | 'DEVICE_BATCH_CODE'
  | 'DEVICE_FIRMWARE_CHANNEL'
  | 'DEVICE_FIRMWARE_VERSION'
  | 'DEVICE_HARDWARE_REVISION'
  | 'DEVICE_MODEL'
  | 'DEVICE_OTA_SLOT'
  | 'DEVICE_OWNER'
  | 'DEVICE_SERIAL'
  | 'DEVICE_STATUS'
  | 'PAYMENT_STATUS'
  | 'PREORDER'
  | 'PREORDER_ASSIGNED_ADMIN'
  | 'PREORDER_CITY'
  | 'PREORDER_LOCALE'
  | 'PREORDER_PAYMENT_METHOD'
  | 'PREORDER_PRODUCT_COLOR'
  | 'PREORDER_PRODUCT_NAME'
  | 'PREORDER_REGION'
  | 'PREORDER_STATUS'
  | 'PREORDER_UTM_CAMPAIGN'
  | 'PREORDER_UTM_MEDIUM'
  | 'PREORDER_UTM_SOURCE'
  | 'SALES_CHANNEL'
  | 'STATUS';
export type SalesEachValue = {
  all?: boolean | null | undefined;
  as: string;
  avg?: SalesValue | null | undefined;
  distinct?: SalesDimension | null | undefined;
  filter?: SaleFilter | null | undefined;
  first?: SalesMoment | null | undefined;
  last?: SalesMoment | null | undefined;
  max?: SalesValue | null | undefined;
  median?: SalesValue | null | undefined;
  metric?: SalesMetric | null | undefined;
  min?: SalesValue | null | undefined;
  nth?: SalesNth | null | undefined;
  percentile?: SalesPercentile | null | undefined;
  sum?: SalesValue | null | undefined;
  where?: Array<SalesValueCondition> | null | undefined;
};
export type SalesEarlier = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: SalesMetric | null | undefined;
  value?: number | null | undefined;
};
export type SalesFormula = {
  add?: Array<SalesTerm> | null | undefined;
  as: string;
  divide?: Array<SalesTerm> | null | undefined;
  earlier?: SalesEarlier | null | undefined;
  movingAverage?: SalesMovingAverage | null | undefined;
  multiply?: Array<SalesTerm> | null | undefined;
  shareOfBucket?: SalesTerm | null | undefined;
  shareOfTotal?: SalesTerm | null | undefined;
  subtract?: Array<SalesTerm> | null | undefined;
};
export type SalesMeasure = {
  all?: boolean | null | undefined;
  as: string;
  avg?: SalesValue | null | undefined;
  distinct?: SalesDimension | null | undefined;
  filter?: SaleFilter | null | undefined;
  max?: SalesValue | null | undefined;
  median?: SalesValue | null | undefined;
  metric?: SalesMetric | null | undefined;
  min?: SalesValue | null | undefined;
  percentile?: SalesPercentile | null | undefined;
  sum?: SalesValue | null | undefined;
  where?: Array<SalesValueCondition> | null | undefined;
};
export type SalesMetric =
  | 'AVERAGE_ORDER_VALUE'
  | 'CANCELLED_ORDERS'
  | 'CANCELLED_REVENUE'
  | 'CUSTOMERS'
  | 'DISCOUNT'
  | 'FROM_PREORDERS'
  | 'GROSS_REVENUE'
  | 'MEDIAN_DAYS_FROM_PREORDER'
  | 'MEDIAN_DAYS_TO_ACTIVATION'
  | 'NET_REVENUE'
  | 'ORDERS'
  | 'REFUNDED'
  | 'REFUND_RATE'
  | 'RETURNS'
  | 'RETURN_RATE'
  | 'REVENUE'
  | 'UNITS';
export type SalesMetricCondition = {
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  measure?: string | null | undefined;
  metric?: SalesMetric | null | undefined;
  relativeTo?: RelativeTo | null | undefined;
};
export type SalesMetricSort = {
  derived?: string | null | undefined;
  dimension?: SalesDimension | null | undefined;
  direction?: SortDirection | null | undefined;
  measure?: string | null | undefined;
  metric?: SalesMetric | null | undefined;
  time?: boolean | null | undefined;
};
export type SalesMoment =
  | 'CANCELLED_AT'
  | 'CLAIMED_AT'
  | 'CREATED_AT'
  | 'CUSTOMER_ANONYMIZED_AT'
  | 'CUSTOMER_CREATED_AT'
  | 'CUSTOMER_FIRST_SOLD_AT'
  | 'CUSTOMER_NEXT_SOLD_AT'
  | 'CUSTOMER_PREVIOUS_SOLD_AT'
  | 'CUSTOMER_UPDATED_AT'
  | 'DEVICE_ACTIVATED_AT'
  | 'DEVICE_CLAIMED_AT'
  | 'DEVICE_CREATED_AT'
  | 'DEVICE_LAST_SEEN_AT'
  | 'DEVICE_RELEASED_AT'
  | 'DEVICE_UPDATED_AT'
  | 'FIRST_REFUNDED_AT'
  | 'NOW'
  | 'PREORDER_CANCELLED_AT'
  | 'PREORDER_CREATED_AT'
  | 'PREORDER_DEPOSIT_PAID_AT'
  | 'PREORDER_FIRST_CONTACTED_AT'
  | 'PREORDER_FULFILLED_AT'
  | 'PREORDER_UPDATED_AT'
  | 'SOLD_AT'
  | 'UPDATED_AT';
export type SalesMovingAverage = {
  buckets: number;
  measure?: string | null | undefined;
  metric?: SalesMetric | null | undefined;
  value?: number | null | undefined;
};
export type SalesNth = {
  n: number;
  time: SalesMoment;
};
export type SalesNumber =
  | 'CUSTOMER_SALES'
  | 'CUSTOMER_SALE_NUMBER'
  | 'DEVICE_FIRMWARE_BUILD_NUMBER'
  | 'DEVICE_FREE_HEAP'
  | 'DEVICE_TEMPERATURE'
  | 'DEVICE_UPTIME'
  | 'DEVICE_WIFI_RSSI'
  | 'DISCOUNT'
  | 'PREORDER_QUANTITY'
  | 'REFUNDED_TOTAL'
  | 'TOTAL'
  | 'UNIT_PRICE';
export type SalesPer = {
  by: Array<SalesDimension>;
  time?: string | null | undefined;
  values: Array<SalesEachValue>;
};
export type SalesPercentile = {
  at: number;
  dividedBy?: SalesNumber | null | undefined;
  each?: string | null | undefined;
  from?: SalesMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: SalesNumber | null | undefined;
  number?: SalesNumber | null | undefined;
  to?: SalesMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type SalesQuestion = {
  compareTo?: CompareTo | null | undefined;
  cumulative?: Array<SalesMetric> | null | undefined;
  currency?: string | null | undefined;
  derived?: Array<SalesDerivedDimension> | null | undefined;
  dimensions?: Array<SalesDimension> | null | undefined;
  fill?: FillMode | null | undefined;
  filter?: SaleFilter | null | undefined;
  formulas?: Array<SalesFormula> | null | undefined;
  grain?: TimeGrain | null | undefined;
  having?: Array<SalesMetricCondition> | null | undefined;
  limit?: number | null | undefined;
  measures?: Array<SalesMeasure> | null | undefined;
  metrics?: Array<SalesMetric> | null | undefined;
  orderBy?: Array<SalesMetricSort> | null | undefined;
  per?: SalesPer | null | undefined;
  range?: AnalyticsRange | null | undefined;
  search?: string | null | undefined;
  time?: SalesTime | null | undefined;
  timezone?: string | null | undefined;
  top?: SalesTop | null | undefined;
  where?: Array<SalesValueCondition> | null | undefined;
};
export type SalesRange =
  | 'CUSTOM'
  | 'LAST_7_DAYS'
  | 'LAST_30_DAYS'
  | 'LAST_90_DAYS'
  | 'TODAY'
  | 'YEAR';
export type SalesTerm = {
  measure?: string | null | undefined;
  metric?: SalesMetric | null | undefined;
  value?: number | null | undefined;
};
export type SalesTime =
  | 'CANCELLED_AT'
  | 'CREATED_AT'
  | 'SOLD_AT';
export type SalesTop = {
  by?: SalesMetric | null | undefined;
  byMeasure?: string | null | undefined;
  count: number;
  direction?: SortDirection | null | undefined;
  rest?: boolean | null | undefined;
};
export type SalesValue = {
  dividedBy?: SalesNumber | null | undefined;
  each?: string | null | undefined;
  from?: SalesMoment | null | undefined;
  fromEach?: string | null | undefined;
  minus?: SalesNumber | null | undefined;
  number?: SalesNumber | null | undefined;
  to?: SalesMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
};
export type SalesValueCondition = {
  dimension?: SalesDimension | null | undefined;
  dividedBy?: SalesNumber | null | undefined;
  each?: string | null | undefined;
  eq?: number | null | undefined;
  from?: SalesMoment | null | undefined;
  fromEach?: string | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  minus?: SalesNumber | null | undefined;
  number?: SalesNumber | null | undefined;
  orNone?: boolean | null | undefined;
  to?: SalesMoment | null | undefined;
  toEach?: string | null | undefined;
  unit?: DurationUnit | null | undefined;
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
export type SetAdminRoleInput = {
  role: AdminRole;
};
export type SetAdminStatusInput = {
  status: AdminStatus;
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
export type SetPreorderStatusInput = {
  note?: string | null | undefined;
  status: PreorderStatus;
};
export type SetReleaseLifecycleInput = {
  rolloutPercentage?: number | null | undefined;
  status: FirmwareLifecycle;
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
export type TimeGrain =
  | 'DAY'
  | 'HOUR'
  | 'MONTH'
  | 'QUARTER'
  | 'WEEK'
  | 'YEAR';
export type TimePart =
  | 'DAY'
  | 'HOUR'
  | 'MONTH'
  | 'QUARTER'
  | 'WEEK'
  | 'WEEKDAY'
  | 'YEAR';
export type TransferDeviceInput = {
  customerEmail: string;
  customerName?: string | null | undefined;
  reason: string;
};
export type Transport =
  | 'CLI'
  | 'GRAPHQL'
  | 'REST'
  | 'SYSTEM';
export type UpdateBatchInput = {
  code?: string | null | undefined;
  hardwareRevision?: string | null | undefined;
  model?: string | null | undefined;
  notes?: string | null | undefined;
  quantity?: number | null | undefined;
  source?: string | null | undefined;
  status?: BatchStatus | null | undefined;
};
export type UpdateBusinessSettingsInput = {
  activeThresholdDays: number;
  companyName: string;
  defaultCurrency: string;
  defaultDevicePrice: number;
  onlineThresholdMinutes: number;
  orderNumberPrefix: string;
};
export type UpdateCustomerInput = {
  city?: string | null | undefined;
  company?: string | null | undefined;
  country?: string | null | undefined;
  email?: string | null | undefined;
  fullName?: string | null | undefined;
  notes?: string | null | undefined;
  phone?: string | null | undefined;
  preferredLanguage?: Locale | null | undefined;
  region?: string | null | undefined;
  telegramUsername?: string | null | undefined;
};
export type UpdatePreorderSettingsInput = {
  allowManualDepositConfirmation: boolean;
  contactPhone?: string | null | undefined;
  currency: string;
  depositAmount?: number | null | undefined;
  expectedDeliveryTextEn: string;
  expectedDeliveryTextRu: string;
  expectedDeliveryTextUz: string;
  fullPrice?: number | null | undefined;
  maxQuantityPerOrder: number;
  preOrderEnabled: boolean;
  preorderCapacity?: number | null | undefined;
  productName: string;
  supportTelegram?: string | null | undefined;
};
export type UpdateSaleInput = {
  customerId?: string | null | undefined;
  discount?: number | null | undefined;
  notes?: string | null | undefined;
  paymentStatus?: PaymentStatus | null | undefined;
  salesChannel?: SalesChannel | null | undefined;
  unitPrice?: number | null | undefined;
};
export type UpdateSavedQuestionInput = {
  description?: string | null | undefined;
  name?: string | null | undefined;
  question?: QuestionInput | null | undefined;
  shared?: boolean | null | undefined;
};
export type UpdateSavedViewInput = {
  name?: string | null | undefined;
  shared?: boolean | null | undefined;
  view?: ViewInput | null | undefined;
};
export type UpdateSystemSettingsInput = {
  defaultFirmwareChannel: FirmwareChannel;
  defaultRolloutPercentage: number;
  heartbeatTimeoutSeconds: number;
  maximumMacsPerDevice: number;
  pairingCertificateDays: number;
};
export type Verification =
  | 'CONFIRMED'
  | 'CONTRADICTED'
  | 'UNVERIFIED';
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

export type AnswerFragment = { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> };

export type QuestionFragment = { __typename: 'SavedQuestion', id: string, revision: number, name: string, shared: boolean, ownerId: string, dataSet: DataSet, question: unknown, updatedAt: string, owner: { __typename: 'AdminOption', id: string, name: string } | null };

export type CatalogQueryVariables = Exact<{ [key: string]: never; }>;


export type CatalogQuery = { __typename: 'Query', analyticsCatalog: { __typename: 'AnalyticsCatalog', dataSets: Array<{ __typename: 'CatalogDataSet', dataSet: DataSet, field: string, allowed: boolean, times: Array<string>, metrics: Array<{ __typename: 'CatalogMetric', key: string, label: string, allowed: boolean, type: AnalyticsColumnType }>, dimensions: Array<{ __typename: 'CatalogDimension', key: string, label: string, allowed: boolean, type: AnalyticsColumnType }>, numbers: Array<{ __typename: 'CatalogNumber', key: string, label: string, allowed: boolean }> }> } | null };

export type SavedQuestionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SavedQuestionsQuery = { __typename: 'Query', savedQuestions: { __typename: 'SavedQuestionConnection', nodes: Array<{ __typename: 'SavedQuestion', id: string, revision: number, name: string, shared: boolean, ownerId: string, dataSet: DataSet, question: unknown, updatedAt: string, owner: { __typename: 'AdminOption', id: string, name: string } | null }> } | null };

export type CreateQuestionMutationVariables = Exact<{
  input: CreateSavedQuestionInput;
}>;


export type CreateQuestionMutation = { __typename: 'Mutation', createSavedQuestion: { __typename: 'CreateSavedQuestionPayload', savedQuestion: { __typename: 'SavedQuestion', id: string, revision: number, name: string, shared: boolean, ownerId: string, dataSet: DataSet, question: unknown, updatedAt: string, owner: { __typename: 'AdminOption', id: string, name: string } | null } } | null };

export type UpdateQuestionMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: UpdateSavedQuestionInput;
}>;


export type UpdateQuestionMutation = { __typename: 'Mutation', updateSavedQuestion: { __typename: 'UpdateSavedQuestionPayload', savedQuestion: { __typename: 'SavedQuestion', id: string, revision: number, name: string, shared: boolean, ownerId: string, dataSet: DataSet, question: unknown, updatedAt: string, owner: { __typename: 'AdminOption', id: string, name: string } | null } } | null };

export type DeleteQuestionMutationVariables = Exact<{
  id: string;
}>;


export type DeleteQuestionMutation = { __typename: 'Mutation', deleteSavedQuestion: { __typename: 'DeleteSavedQuestionPayload', deletedId: string } | null };

export type AskSalesQueryVariables = Exact<{
  query: SalesQuestion;
}>;


export type AskSalesQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskRefundQueryVariables = Exact<{
  query: RefundQuestion;
}>;


export type AskRefundQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskPreorderQueryVariables = Exact<{
  query: PreorderQuestion;
}>;


export type AskPreorderQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskCustomerQueryVariables = Exact<{
  query: CustomerQuestion;
}>;


export type AskCustomerQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskDeviceQueryVariables = Exact<{
  query: DeviceQuestion;
}>;


export type AskDeviceQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskInstallationQueryVariables = Exact<{
  query: InstallationQuestion;
}>;


export type AskInstallationQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskFleetDayQueryVariables = Exact<{
  query: FleetDayQuestion;
}>;


export type AskFleetDayQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskHeartbeatQueryVariables = Exact<{
  query: HeartbeatQuestion;
}>;


export type AskHeartbeatQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskAuditEntryQueryVariables = Exact<{
  query: AuditEntryQuestion;
}>;


export type AskAuditEntryQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskDeviceEventQueryVariables = Exact<{
  query: DeviceEventQuestion;
}>;


export type AskDeviceEventQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskPairingQueryVariables = Exact<{
  query: PairingQuestion;
}>;


export type AskPairingQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskClaimCodeQueryVariables = Exact<{
  query: ClaimCodeQuestion;
}>;


export type AskClaimCodeQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AskPreorderEventQueryVariables = Exact<{
  query: PreorderEventQuestion;
}>;


export type AskPreorderEventQuery = { __typename: 'Query', answer: { __typename: 'AnalyticsTable', dataSet: DataSet, totals: Array<number | null>, previousTotals: Array<number | null> | null, rowCount: number, truncated: boolean, timezone: string, currency: string | null, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, sql: string | null, sqlParameters: Array<string | null> | null, columns: Array<{ __typename: 'AnalyticsColumn', key: string, label: string, kind: AnalyticsColumnKind, type: AnalyticsColumnType, unit: string | null }>, rows: Array<{ __typename: 'AnalyticsRow', bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, rest: boolean, dimensions: Array<string | null>, labels: Array<string | null>, metrics: Array<number | null>, previous: Array<number | null> | null, change: Array<number | null> | null }> } | null };

export type AuditRowFragment = { __typename: 'AuditEntry', id: string, action: AuditAction, changes?: unknown, at?: string, actorType?: ActorType, actorId?: string | null, actorLabel?: string | null, targetKind?: TargetKind | null, targetId?: string | null, detail?: unknown, reason?: string | null, serviceAccountName?: string | null, transport?: Transport, ip?: string, requestId?: string, actor?: { __typename: 'AdminOption', id: string, name: string } | null, record?:
    | { __typename: 'Admin', id: string, adminName: string }
    | { __typename: 'AdminOption', id: string }
    | { __typename: 'AuditEntry', id: string }
    | { __typename: 'Batch', id: string, batchCode: string }
    | { __typename: 'BusinessSettings', id: string }
    | { __typename: 'ClaimCode', lastFour: string, id: string }
    | { __typename: 'Customer', fullName: string, id: string }
    | { __typename: 'CustomerNote', id: string }
    | { __typename: 'Device', serial: string, id: string }
    | { __typename: 'DeviceClaimCode', id: string }
    | { __typename: 'DeviceEvent', id: string }
    | { __typename: 'Installation', serial: string, version: string, id: string }
    | { __typename: 'InstallationEvent', id: string }
    | { __typename: 'MaintenanceGrant', id: string }
    | { __typename: 'OfferDecision', id: string }
    | { __typename: 'Pairing', id: string }
    | { __typename: 'Preorder', number: string, id: string }
    | { __typename: 'PreorderEvent', id: string }
    | { __typename: 'PreorderSettings', id: string }
    | { __typename: 'Presence', id: string }
    | { __typename: 'Refund', id: string }
    | { __typename: 'Release', version: string, id: string }
    | { __typename: 'ReleaseEvent', id: string }
    | { __typename: 'Sale', number: string, currency: string, id: string }
    | { __typename: 'ServiceAccount', id: string, scriptName: string }
    | { __typename: 'StoredFile', id: string }
    | { __typename: 'SystemSettings', id: string }
   | null };

export type AuditEntriesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: AuditEntryFilter | null | undefined;
  sort?: Array<AuditEntrySort> | AuditEntrySort | null | undefined;
  action: boolean;
  at: boolean;
  actorType: boolean;
  actorLabel: boolean;
  targetKind: boolean;
  targetId: boolean;
  reason: boolean;
  serviceAccountName: boolean;
  transport: boolean;
  ip: boolean;
  requestId: boolean;
}>;


export type AuditEntriesQuery = { __typename: 'Query', auditEntries: { __typename: 'AuditEntryConnection', nodes: Array<{ __typename: 'AuditEntry', id: string, action: AuditAction, changes?: unknown, at?: string, actorType?: ActorType, actorId?: string | null, actorLabel?: string | null, targetKind?: TargetKind | null, targetId?: string | null, detail?: unknown, reason?: string | null, serviceAccountName?: string | null, transport?: Transport, ip?: string, requestId?: string, actor?: { __typename: 'AdminOption', id: string, name: string } | null, record?:
        | { __typename: 'Admin', id: string, adminName: string }
        | { __typename: 'AdminOption', id: string }
        | { __typename: 'AuditEntry', id: string }
        | { __typename: 'Batch', id: string, batchCode: string }
        | { __typename: 'BusinessSettings', id: string }
        | { __typename: 'ClaimCode', lastFour: string, id: string }
        | { __typename: 'Customer', fullName: string, id: string }
        | { __typename: 'CustomerNote', id: string }
        | { __typename: 'Device', serial: string, id: string }
        | { __typename: 'DeviceClaimCode', id: string }
        | { __typename: 'DeviceEvent', id: string }
        | { __typename: 'Installation', serial: string, version: string, id: string }
        | { __typename: 'InstallationEvent', id: string }
        | { __typename: 'MaintenanceGrant', id: string }
        | { __typename: 'OfferDecision', id: string }
        | { __typename: 'Pairing', id: string }
        | { __typename: 'Preorder', number: string, id: string }
        | { __typename: 'PreorderEvent', id: string }
        | { __typename: 'PreorderSettings', id: string }
        | { __typename: 'Presence', id: string }
        | { __typename: 'Refund', id: string }
        | { __typename: 'Release', version: string, id: string }
        | { __typename: 'ReleaseEvent', id: string }
        | { __typename: 'Sale', number: string, currency: string, id: string }
        | { __typename: 'ServiceAccount', id: string, scriptName: string }
        | { __typename: 'StoredFile', id: string }
        | { __typename: 'SystemSettings', id: string }
       | null }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type AuditCountsQueryVariables = Exact<{
  filter?: AuditEntryFilter | null | undefined;
}>;


export type AuditCountsQuery = { __typename: 'Query', auditEntries: { __typename: 'AuditEntryConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type AuditEntryPageQueryVariables = Exact<{
  id: string;
}>;


export type AuditEntryPageQuery = { __typename: 'Query', node:
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry', id: string, at: string, action: AuditAction, actorType: ActorType, actorId: string | null, actorLabel: string | null, targetKind: TargetKind | null, targetId: string | null, serviceAccountId: string | null, serviceAccountName: string | null, changes: unknown, detail: unknown, reason: string | null, transport: Transport, ip: string, requestId: string, actor: { __typename: 'AdminOption', id: string, name: string } | null, actorDevice: { __typename: 'Device', id: string, serial: string } | null, record:
        | { __typename: 'Admin', id: string, adminName: string }
        | { __typename: 'AdminOption', id: string }
        | { __typename: 'AuditEntry', id: string }
        | { __typename: 'Batch', id: string, batchCode: string }
        | { __typename: 'BusinessSettings', id: string }
        | { __typename: 'ClaimCode', lastFour: string, id: string }
        | { __typename: 'Customer', fullName: string, id: string }
        | { __typename: 'CustomerNote', id: string }
        | { __typename: 'Device', serial: string, id: string }
        | { __typename: 'DeviceClaimCode', id: string }
        | { __typename: 'DeviceEvent', id: string }
        | { __typename: 'Installation', serial: string, version: string, id: string }
        | { __typename: 'InstallationEvent', id: string }
        | { __typename: 'MaintenanceGrant', id: string }
        | { __typename: 'OfferDecision', id: string }
        | { __typename: 'Pairing', id: string }
        | { __typename: 'Preorder', number: string, id: string }
        | { __typename: 'PreorderEvent', id: string }
        | { __typename: 'PreorderSettings', id: string }
        | { __typename: 'Presence', id: string }
        | { __typename: 'Refund', id: string }
        | { __typename: 'Release', version: string, id: string }
        | { __typename: 'ReleaseEvent', id: string }
        | { __typename: 'Sale', number: string, currency: string, id: string }
        | { __typename: 'ServiceAccount', id: string, scriptName: string }
        | { __typename: 'StoredFile', id: string }
        | { __typename: 'SystemSettings', id: string }
       | null }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
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
   | null };

export type AuditRecordFragment = { __typename: 'AuditEntry', id: string, at: string, action: AuditAction, actorType: ActorType, actorId: string | null, actorLabel: string | null, targetKind: TargetKind | null, targetId: string | null, serviceAccountId: string | null, serviceAccountName: string | null, changes: unknown, detail: unknown, reason: string | null, transport: Transport, ip: string, requestId: string, actor: { __typename: 'AdminOption', id: string, name: string } | null, actorDevice: { __typename: 'Device', id: string, serial: string } | null, record:
    | { __typename: 'Admin', id: string, adminName: string }
    | { __typename: 'AdminOption', id: string }
    | { __typename: 'AuditEntry', id: string }
    | { __typename: 'Batch', id: string, batchCode: string }
    | { __typename: 'BusinessSettings', id: string }
    | { __typename: 'ClaimCode', lastFour: string, id: string }
    | { __typename: 'Customer', fullName: string, id: string }
    | { __typename: 'CustomerNote', id: string }
    | { __typename: 'Device', serial: string, id: string }
    | { __typename: 'DeviceClaimCode', id: string }
    | { __typename: 'DeviceEvent', id: string }
    | { __typename: 'Installation', serial: string, version: string, id: string }
    | { __typename: 'InstallationEvent', id: string }
    | { __typename: 'MaintenanceGrant', id: string }
    | { __typename: 'OfferDecision', id: string }
    | { __typename: 'Pairing', id: string }
    | { __typename: 'Preorder', number: string, id: string }
    | { __typename: 'PreorderEvent', id: string }
    | { __typename: 'PreorderSettings', id: string }
    | { __typename: 'Presence', id: string }
    | { __typename: 'Refund', id: string }
    | { __typename: 'Release', version: string, id: string }
    | { __typename: 'ReleaseEvent', id: string }
    | { __typename: 'Sale', number: string, currency: string, id: string }
    | { __typename: 'ServiceAccount', id: string, scriptName: string }
    | { __typename: 'StoredFile', id: string }
    | { __typename: 'SystemSettings', id: string }
   | null };

export type AuditAdminsQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditAdminsQuery = { __typename: 'Query', adminOptions: Array<{ __typename: 'AdminOption', id: string, name: string }> | null };

export type ClaimCodeRowFragment = { __typename: 'ClaimCode', id: string, serial: string, deviceId?: string, maskedCode?: string, status?: ClaimCodeStatus, createdAt?: string, claimedAt?: string | null, expiresAt?: string | null };

export type ClaimCodesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: ClaimCodeFilter | null | undefined;
  sort?: Array<ClaimCodeSort> | ClaimCodeSort | null | undefined;
  serial: boolean;
  maskedCode: boolean;
  status: boolean;
  createdAt: boolean;
  claimedAt: boolean;
  expiresAt: boolean;
}>;


export type ClaimCodesQuery = { __typename: 'Query', claimCodes: { __typename: 'ClaimCodeConnection', nodes: Array<{ __typename: 'ClaimCode', id: string, serial: string, deviceId?: string, maskedCode?: string, status?: ClaimCodeStatus, createdAt?: string, claimedAt?: string | null, expiresAt?: string | null }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type ClaimCodeCountsQueryVariables = Exact<{
  filter?: ClaimCodeFilter | null | undefined;
}>;


export type ClaimCodeCountsQuery = { __typename: 'Query', claimCodes: { __typename: 'ClaimCodeConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type CustomerRowFragment = { __typename: 'Customer', id: string, revision: number, fullName: string, anonymizedAt?: string | null, phone?: string | null, email?: string | null, city?: string | null, region?: string | null, country?: string | null, company?: string | null, telegramUsername?: string | null, preferredLanguage?: Locale | null, source?: string | null, createdAt?: string, updatedAt?: string, purchases?: { __typename: 'CustomerPurchases', id: string, orders?: number, netRevenue?: number, currency?: string } | null };

export type CustomersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: CustomerFilter | null | undefined;
  sort?: Array<CustomerSort> | CustomerSort | null | undefined;
  search?: string | null | undefined;
  fullName: boolean;
  phone: boolean;
  email: boolean;
  city: boolean;
  region: boolean;
  country: boolean;
  company: boolean;
  telegramUsername: boolean;
  preferredLanguage: boolean;
  source: boolean;
  createdAt: boolean;
  updatedAt: boolean;
  purchases: boolean;
  purchasesOrders: boolean;
  purchasesNetRevenue: boolean;
}>;


export type CustomersQuery = { __typename: 'Query', customers: { __typename: 'CustomerConnection', nodes: Array<{ __typename: 'Customer', id: string, revision: number, fullName: string, anonymizedAt?: string | null, phone?: string | null, email?: string | null, city?: string | null, region?: string | null, country?: string | null, company?: string | null, telegramUsername?: string | null, preferredLanguage?: Locale | null, source?: string | null, createdAt?: string, updatedAt?: string, purchases?: { __typename: 'CustomerPurchases', id: string, orders?: number, netRevenue?: number, currency?: string } | null }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type CustomerCountsQueryVariables = Exact<{
  filter?: CustomerFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type CustomerCountsQuery = { __typename: 'Query', customers: { __typename: 'CustomerConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type CustomerRowsQueryVariables = Exact<{
  ids: Array<string> | string;
  fullName: boolean;
  phone: boolean;
  email: boolean;
  city: boolean;
  region: boolean;
  country: boolean;
  company: boolean;
  telegramUsername: boolean;
  preferredLanguage: boolean;
  source: boolean;
  createdAt: boolean;
  updatedAt: boolean;
  purchases: boolean;
  purchasesOrders: boolean;
  purchasesNetRevenue: boolean;
}>;


export type CustomerRowsQuery = { __typename: 'Query', nodes: Array<
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer', id: string, revision: number, fullName: string, anonymizedAt?: string | null, phone?: string | null, email?: string | null, city?: string | null, region?: string | null, country?: string | null, company?: string | null, telegramUsername?: string | null, preferredLanguage?: Locale | null, source?: string | null, createdAt?: string, updatedAt?: string, purchases?: { __typename: 'CustomerPurchases', id: string, orders?: number, netRevenue?: number, currency?: string } | null }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
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

export type CustomerValuesFragment = { __typename: 'Customer', id: string, revision: number, fullName: string, email: string | null, phone: string | null, company: string | null, country: string | null, city: string | null, region: string | null, telegramUsername: string | null, preferredLanguage: Locale | null, profileNotes: string | null, updatedAt: string };

export type CustomerFactsFragment = { __typename: 'Customer', source: string | null, sharesPhone: boolean, anonymizedAt: string | null, createdAt: string, updatedAt: string, id: string, revision: number, fullName: string, email: string | null, phone: string | null, company: string | null, country: string | null, city: string | null, region: string | null, telegramUsername: string | null, preferredLanguage: Locale | null, profileNotes: string | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> };

export type CustomerPageQueryVariables = Exact<{
  id: string;
  withPurchases: boolean;
}>;


export type CustomerPageQuery = { __typename: 'Query', customer: { __typename: 'Customer', source: string | null, sharesPhone: boolean, anonymizedAt: string | null, createdAt: string, updatedAt: string, id: string, revision: number, fullName: string, email: string | null, phone: string | null, company: string | null, country: string | null, city: string | null, region: string | null, telegramUsername: string | null, preferredLanguage: Locale | null, profileNotes: string | null, purchasesByCurrency?: { __typename: 'CustomerPurchasesConnection', nodes: Array<{ __typename: 'CustomerPurchases', id: string, currency: string, orders: number, revenue: number, refunded: number, netRevenue: number }> } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } | null };

export type CustomerValuesOfQueryVariables = Exact<{
  id: string;
}>;


export type CustomerValuesOfQuery = { __typename: 'Query', customer: { __typename: 'Customer', id: string, revision: number, fullName: string, email: string | null, phone: string | null, company: string | null, country: string | null, city: string | null, region: string | null, telegramUsername: string | null, preferredLanguage: Locale | null, profileNotes: string | null, updatedAt: string } | null };

export type CustomerSalesQueryVariables = Exact<{
  id: string;
}>;


export type CustomerSalesQuery = { __typename: 'Query', customer: { __typename: 'Customer', id: string, sales: { __typename: 'SaleConnection', nodes: Array<{ __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string, deviceId: string, serial: string, total: number, currency: string, refundedTotal: number, refunds: { __typename: 'RefundConnection', nodes: Array<{ __typename: 'Refund', id: string, amount: number, createdAt: string, reason: string }> } }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } | null } | null };

export type CustomerDevicesQueryVariables = Exact<{
  id: string;
}>;


export type CustomerDevicesQuery = { __typename: 'Query', customer: { __typename: 'Customer', id: string, devices: { __typename: 'DeviceConnection', nodes: Array<{ __typename: 'Device', id: string, serial: string, status: DeviceStatus, model: string, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string } | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } | null } | null };

export type CustomerPreordersQueryVariables = Exact<{
  id: string;
}>;


export type CustomerPreordersQuery = { __typename: 'Query', customer: { __typename: 'Customer', id: string, preorders: { __typename: 'PreorderConnection', nodes: Array<{ __typename: 'Preorder', id: string, number: string, status: PreorderStatus, createdAt: string, productName: string, quantity: number, fullPrice: number | null, currency: string, refundDue: boolean }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } | null } | null };

export type CustomerNotesQueryVariables = Exact<{
  id: string;
  withAuthor: boolean;
}>;


export type CustomerNotesQuery = { __typename: 'Query', customer: { __typename: 'Customer', id: string, notes: { __typename: 'CustomerNoteConnection', nodes: Array<{ __typename: 'CustomerNote', id: string, content: string, createdAt: string, author?: { __typename: 'AdminOption', id: string, name: string } | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } } | null };

export type CreateCustomerMutationVariables = Exact<{
  input: CreateCustomerInput;
}>;


export type CreateCustomerMutation = { __typename: 'Mutation', createCustomer: { __typename: 'CreateCustomerPayload', customer: { __typename: 'Customer', source: string | null, sharesPhone: boolean, anonymizedAt: string | null, createdAt: string, updatedAt: string, id: string, revision: number, fullName: string, email: string | null, phone: string | null, company: string | null, country: string | null, city: string | null, region: string | null, telegramUsername: string | null, preferredLanguage: Locale | null, profileNotes: string | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type UpdateCustomerMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input?: UpdateCustomerInput | null | undefined;
}>;


export type UpdateCustomerMutation = { __typename: 'Mutation', updateCustomer: { __typename: 'UpdateCustomerPayload', customer: { __typename: 'Customer', source: string | null, sharesPhone: boolean, anonymizedAt: string | null, createdAt: string, updatedAt: string, id: string, revision: number, fullName: string, email: string | null, phone: string | null, company: string | null, country: string | null, city: string | null, region: string | null, telegramUsername: string | null, preferredLanguage: Locale | null, profileNotes: string | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type AddCustomerNoteMutationVariables = Exact<{
  id: string;
  input: AddCustomerNoteInput;
}>;


export type AddCustomerNoteMutation = { __typename: 'Mutation', addCustomerNote: { __typename: 'AddCustomerNotePayload', customerNote: { __typename: 'CustomerNote', id: string } } | null };

export type AnonymizeCustomerMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: AnonymizeCustomerInput;
}>;


export type AnonymizeCustomerMutation = { __typename: 'Mutation', anonymizeCustomer: { __typename: 'AnonymizeCustomerPayload', customer: { __typename: 'Customer', source: string | null, sharesPhone: boolean, anonymizedAt: string | null, createdAt: string, updatedAt: string, id: string, revision: number, fullName: string, email: string | null, phone: string | null, company: string | null, country: string | null, city: string | null, region: string | null, telegramUsername: string | null, preferredLanguage: Locale | null, profileNotes: string | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type DeviceRowFragment = { __typename: 'Device', id: string, revision: number, serial: string, status?: DeviceStatus, model?: string, hardwareRevision?: string, batchCode?: string, firmwareChannel?: FirmwareChannel | null, claimedAt?: string | null, activatedAt?: string | null, createdAt?: string, updatedAt?: string, presence?: { __typename: 'Presence', id: string, online?: boolean, lastSeenAt?: string, firmwareVersion?: string | null } | null, owner?: { __typename: 'Customer', id: string, fullName: string } | null };

export type DevicesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: DeviceFilter | null | undefined;
  sort?: Array<DeviceSort> | DeviceSort | null | undefined;
  search?: string | null | undefined;
  status: boolean;
  model: boolean;
  hardwareRevision: boolean;
  batchCode: boolean;
  firmwareChannel: boolean;
  claimedAt: boolean;
  activatedAt: boolean;
  createdAt: boolean;
  updatedAt: boolean;
  presence: boolean;
  presenceOnline: boolean;
  presenceLastSeenAt: boolean;
  presenceFirmwareVersion: boolean;
  ownerFullName: boolean;
}>;


export type DevicesQuery = { __typename: 'Query', devices: { __typename: 'DeviceConnection', nodes: Array<{ __typename: 'Device', id: string, revision: number, serial: string, status?: DeviceStatus, model?: string, hardwareRevision?: string, batchCode?: string, firmwareChannel?: FirmwareChannel | null, claimedAt?: string | null, activatedAt?: string | null, createdAt?: string, updatedAt?: string, presence?: { __typename: 'Presence', id: string, online?: boolean, lastSeenAt?: string, firmwareVersion?: string | null } | null, owner?: { __typename: 'Customer', id: string, fullName: string } | null }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type DeviceCountsQueryVariables = Exact<{
  filter?: DeviceFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type DeviceCountsQuery = { __typename: 'Query', devices: { __typename: 'DeviceConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type DeviceRowsQueryVariables = Exact<{
  ids: Array<string> | string;
  status: boolean;
  model: boolean;
  hardwareRevision: boolean;
  batchCode: boolean;
  firmwareChannel: boolean;
  claimedAt: boolean;
  activatedAt: boolean;
  createdAt: boolean;
  updatedAt: boolean;
  presence: boolean;
  presenceOnline: boolean;
  presenceLastSeenAt: boolean;
  presenceFirmwareVersion: boolean;
  ownerFullName: boolean;
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
    | { __typename: 'Device', id: string, revision: number, serial: string, status?: DeviceStatus, model?: string, hardwareRevision?: string, batchCode?: string, firmwareChannel?: FirmwareChannel | null, claimedAt?: string | null, activatedAt?: string | null, createdAt?: string, updatedAt?: string, presence?: { __typename: 'Presence', id: string, online?: boolean, lastSeenAt?: string, firmwareVersion?: string | null } | null, owner?: { __typename: 'Customer', id: string, fullName: string } | null }
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


export type DevicePageQuery = { __typename: 'Query', device: { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel: FirmwareChannel | null, claimedAt: string | null, activatedAt: string | null, createdAt: string, updatedAt: string, offerDecision: { __typename: 'OfferDecision', id: string, at: string, reason: OfferReason, explanation: string, channel: FirmwareChannel, currentFirmware: string, appVersion: string, releaseId: string | null, releaseLifecycle: FirmwareLifecycle | null, release: { __typename: 'Release', id: string, version: string } | null } | null, attempts: { __typename: 'InstallationConnection', nodes: Array<{ __typename: 'Installation', id: string, releaseId: string, version: string, status: InstallationStatus, closedReason: ClosedReason | null, verification: Verification | null, failureSource: FailureSource | null, possiblyBricked: boolean, silent: boolean, stuckSince: string | null, lastReportAt: string | null, createdAt: string, updatedAt: string }> }, batch: { __typename: 'Batch', id: string } | null, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null, appVersion: string | null, wifiRssi: number | null, temperature: number | null, freeHeap: number | null, uptime: number | null, otaSlot: OtaSlot | null, status: string | null } | null, owner: { __typename: 'Customer', id: string, fullName: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, activeSale: { __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string } | null, claimCode: { __typename: 'DeviceClaimCode', id: string, status: ClaimCodeStatus, lastFour: string, expiresAt: string | null } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } | null };

export type DeviceFactsFragment = { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel: FirmwareChannel | null, claimedAt: string | null, activatedAt: string | null, createdAt: string, updatedAt: string, batch: { __typename: 'Batch', id: string } | null, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null, appVersion: string | null, wifiRssi: number | null, temperature: number | null, freeHeap: number | null, uptime: number | null, otaSlot: OtaSlot | null, status: string | null } | null, owner: { __typename: 'Customer', id: string, fullName: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, activeSale: { __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string } | null, claimCode: { __typename: 'DeviceClaimCode', id: string, status: ClaimCodeStatus, lastFour: string, expiresAt: string | null } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> };

export type DeviceHistoryQueryVariables = Exact<{
  id: string;
}>;


export type DeviceHistoryQuery = { __typename: 'Query', device: { __typename: 'Device', id: string, events: { __typename: 'DeviceEventConnection', nodes: Array<{ __typename: 'DeviceEvent', id: string, at: string, cause: DeviceEventCause, fromStatus: DeviceStatus | null, toStatus: DeviceStatus, fromOwnerId: string | null, toOwnerId: string | null, reason: string | null, actor: { __typename: 'AdminOption', id: string, name: string } | null }> }, installations: { __typename: 'InstallationConnection', nodes: Array<{ __typename: 'Installation', id: string, createdAt: string, finishedAt: string | null, lastReportAt: string | null, status: InstallationStatus, version: string, failureCode: FailureCode | null, failureReason: string | null, failureExplanation: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null }> }, pairings: { __typename: 'PairingConnection', nodes: Array<{ __typename: 'Pairing', id: string, createdAt: string, deviceName: string, revokedAt: string | null, revokedReason: PairingRevocation | null }> } | null } | null };

export type DeviceDaysQueryVariables = Exact<{
  id: string;
}>;


export type DeviceDaysQuery = { __typename: 'Query', device: { __typename: 'Device', id: string, days: { __typename: 'DeviceDayConnection', nodes: Array<{ __typename: 'DeviceDay', id: string, day: string, averageRssi: number | null, averageTemperature: number | null, lowestFreeHeap: number | null, heardSeconds: number, expectedSeconds: number, restarts: number }> } } | null };

export type SetDeviceStatusMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: SetDeviceStatusInput;
}>;


export type SetDeviceStatusMutation = { __typename: 'Mutation', setDeviceStatus: { __typename: 'SetDeviceStatusPayload', device: { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel: FirmwareChannel | null, claimedAt: string | null, activatedAt: string | null, createdAt: string, updatedAt: string, batch: { __typename: 'Batch', id: string } | null, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null, appVersion: string | null, wifiRssi: number | null, temperature: number | null, freeHeap: number | null, uptime: number | null, otaSlot: OtaSlot | null, status: string | null } | null, owner: { __typename: 'Customer', id: string, fullName: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, activeSale: { __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string } | null, claimCode: { __typename: 'DeviceClaimCode', id: string, status: ClaimCodeStatus, lastFour: string, expiresAt: string | null } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type TransferDeviceMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: TransferDeviceInput;
}>;


export type TransferDeviceMutation = { __typename: 'Mutation', transferDevice: { __typename: 'TransferDevicePayload', device: { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel: FirmwareChannel | null, claimedAt: string | null, activatedAt: string | null, createdAt: string, updatedAt: string, batch: { __typename: 'Batch', id: string } | null, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null, appVersion: string | null, wifiRssi: number | null, temperature: number | null, freeHeap: number | null, uptime: number | null, otaSlot: OtaSlot | null, status: string | null } | null, owner: { __typename: 'Customer', id: string, fullName: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, activeSale: { __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string } | null, claimCode: { __typename: 'DeviceClaimCode', id: string, status: ClaimCodeStatus, lastFour: string, expiresAt: string | null } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type ResetClaimMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: ResetClaimInput;
}>;


export type ResetClaimMutation = { __typename: 'Mutation', resetClaim: { __typename: 'ResetClaimPayload', claimCode: string, expiresAt: string | null, device: { __typename: 'Device', id: string, revision: number, serial: string, status: DeviceStatus, model: string, hardwareRevision: string, batchCode: string, firmwareChannel: FirmwareChannel | null, claimedAt: string | null, activatedAt: string | null, createdAt: string, updatedAt: string, batch: { __typename: 'Batch', id: string } | null, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string, firmwareVersion: string | null, appVersion: string | null, wifiRssi: number | null, temperature: number | null, freeHeap: number | null, uptime: number | null, otaSlot: OtaSlot | null, status: string | null } | null, owner: { __typename: 'Customer', id: string, fullName: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, activeSale: { __typename: 'Sale', id: string, number: string, status: SaleStatus, soldAt: string } | null, claimCode: { __typename: 'DeviceClaimCode', id: string, status: ClaimCodeStatus, lastFour: string, expiresAt: string | null } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

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

export type IssueProvisioningEnvelopeMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: IssueProvisioningEnvelopeInput;
}>;


export type IssueProvisioningEnvelopeMutation = { __typename: 'Mutation', issueProvisioningEnvelope: { __typename: 'IssueProvisioningEnvelopePayload', envelope: string, envelopeId: string, secretVersion: number } | null };

export type InstallationRowFragment = { __typename: 'Installation', id: string, revision: number, serial: string, version?: string, releaseId?: string, buildNumber?: number, hardwareRevision?: string, attempt?: number, status?: InstallationStatus, verification?: Verification | null, failureCode?: FailureCode | null, possiblyBricked?: boolean, silent?: boolean, stuckSince?: string | null, failureSource?: FailureSource | null, fromVersion?: string | null, restarts?: number, createdAt?: string, startedAt?: string | null, lastReportAt?: string | null, finishedAt?: string | null, failureExplanation?: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null };

export type InstallationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: InstallationFilter | null | undefined;
  search?: string | null | undefined;
  sort?: Array<InstallationSort> | InstallationSort | null | undefined;
  version: boolean;
  buildNumber: boolean;
  hardwareRevision: boolean;
  attempt: boolean;
  status: boolean;
  verification: boolean;
  failureCode: boolean;
  failureSource: boolean;
  fromVersion: boolean;
  restarts: boolean;
  createdAt: boolean;
  startedAt: boolean;
  lastReportAt: boolean;
  finishedAt: boolean;
}>;


export type InstallationsQuery = { __typename: 'Query', installations: { __typename: 'InstallationConnection', nodes: Array<{ __typename: 'Installation', id: string, revision: number, serial: string, version?: string, releaseId?: string, buildNumber?: number, hardwareRevision?: string, attempt?: number, status?: InstallationStatus, verification?: Verification | null, failureCode?: FailureCode | null, possiblyBricked?: boolean, silent?: boolean, stuckSince?: string | null, failureSource?: FailureSource | null, fromVersion?: string | null, restarts?: number, createdAt?: string, startedAt?: string | null, lastReportAt?: string | null, finishedAt?: string | null, failureExplanation?: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type InstallationCountsQueryVariables = Exact<{
  filter?: InstallationFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type InstallationCountsQuery = { __typename: 'Query', installations: { __typename: 'InstallationConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type InstallationRowsQueryVariables = Exact<{
  ids: Array<string> | string;
  version: boolean;
  buildNumber: boolean;
  hardwareRevision: boolean;
  attempt: boolean;
  status: boolean;
  verification: boolean;
  failureCode: boolean;
  failureSource: boolean;
  fromVersion: boolean;
  restarts: boolean;
  createdAt: boolean;
  startedAt: boolean;
  lastReportAt: boolean;
  finishedAt: boolean;
}>;


export type InstallationRowsQuery = { __typename: 'Query', nodes: Array<
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
    | { __typename: 'DeviceClaimCode' }
    | { __typename: 'DeviceEvent' }
    | { __typename: 'Installation', id: string, revision: number, serial: string, version?: string, releaseId?: string, buildNumber?: number, hardwareRevision?: string, attempt?: number, status?: InstallationStatus, verification?: Verification | null, failureCode?: FailureCode | null, possiblyBricked?: boolean, silent?: boolean, stuckSince?: string | null, failureSource?: FailureSource | null, fromVersion?: string | null, restarts?: number, createdAt?: string, startedAt?: string | null, lastReportAt?: string | null, finishedAt?: string | null, failureExplanation?: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null }
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

export type InstallationFactsFragment = { __typename: 'Installation', revision: number, serial: string, deviceId: string, buildNumber: number, hardwareRevision: string, attempt: number, evidence: ReconcileEvidence | null, failureCode: FailureCode | null, failureReason: string | null, reconcilable: boolean, retryAt: string | null, restarts: number, anomalies: number, unusedLeases: number, fromVersion: string | null, fromBuildNumber: number | null, startedAt: string | null, finishedAt: string | null, id: string, releaseId: string, version: string, status: InstallationStatus, closedReason: ClosedReason | null, verification: Verification | null, failureSource: FailureSource | null, possiblyBricked: boolean, silent: boolean, stuckSince: string | null, lastReportAt: string | null, createdAt: string, updatedAt: string, failureExplanation: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> };

export type InstallationPageQueryVariables = Exact<{
  id: string;
}>;


export type InstallationPageQuery = { __typename: 'Query', node:
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
    | { __typename: 'DeviceClaimCode' }
    | { __typename: 'DeviceEvent' }
    | { __typename: 'Installation', revision: number, serial: string, deviceId: string, buildNumber: number, hardwareRevision: string, attempt: number, evidence: ReconcileEvidence | null, failureCode: FailureCode | null, failureReason: string | null, reconcilable: boolean, retryAt: string | null, restarts: number, anomalies: number, unusedLeases: number, fromVersion: string | null, fromBuildNumber: number | null, startedAt: string | null, finishedAt: string | null, id: string, releaseId: string, version: string, status: InstallationStatus, closedReason: ClosedReason | null, verification: Verification | null, failureSource: FailureSource | null, possiblyBricked: boolean, silent: boolean, stuckSince: string | null, lastReportAt: string | null, createdAt: string, updatedAt: string, device: { __typename: 'Device', id: string, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string } | null, offerDecision: { __typename: 'OfferDecision', id: string, at: string, reason: OfferReason, releaseId: string | null, releaseLifecycle: FirmwareLifecycle | null } | null } | null, release: { __typename: 'Release', id: string, lifecycle: FirmwareLifecycle } | null, failureExplanation: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> }
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
   | null };

export type InstallationHistoryQueryVariables = Exact<{
  id: string;
}>;


export type InstallationHistoryQuery = { __typename: 'Query', node:
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
    | { __typename: 'DeviceClaimCode' }
    | { __typename: 'DeviceEvent' }
    | { __typename: 'Installation', id: string, events: { __typename: 'InstallationEventConnection', nodes: Array<{ __typename: 'InstallationEvent', id: string, at: string, source: InstallationEventSource, outcome: InstallationOutcome, fromStatus: InstallationStatus, toStatus: InstallationStatus, reportedStatus: InstallationStatus | null, applied: boolean, failureReason: string | null, actor: { __typename: 'AdminOption', id: string, name: string } | null }> } }
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
   | null };

export type InstallationAttemptsQueryVariables = Exact<{
  filter?: InstallationFilter | null | undefined;
}>;


export type InstallationAttemptsQuery = { __typename: 'Query', installations: { __typename: 'InstallationConnection', nodes: Array<{ __typename: 'Installation', id: string, attempt: number, status: InstallationStatus, version: string, failureCode: FailureCode | null, createdAt: string }> } | null };

export type InterruptInstallationMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: InterruptInstallationInput;
}>;


export type InterruptInstallationMutation = { __typename: 'Mutation', interruptInstallation: { __typename: 'InterruptInstallationPayload', installation: { __typename: 'Installation', revision: number, serial: string, deviceId: string, buildNumber: number, hardwareRevision: string, attempt: number, evidence: ReconcileEvidence | null, failureCode: FailureCode | null, failureReason: string | null, reconcilable: boolean, retryAt: string | null, restarts: number, anomalies: number, unusedLeases: number, fromVersion: string | null, fromBuildNumber: number | null, startedAt: string | null, finishedAt: string | null, id: string, releaseId: string, version: string, status: InstallationStatus, closedReason: ClosedReason | null, verification: Verification | null, failureSource: FailureSource | null, possiblyBricked: boolean, silent: boolean, stuckSince: string | null, lastReportAt: string | null, createdAt: string, updatedAt: string, failureExplanation: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type ReconcileInstallationMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: ReconcileInstallationInput;
}>;


export type ReconcileInstallationMutation = { __typename: 'Mutation', reconcileInstallation: { __typename: 'ReconcileInstallationPayload', installation: { __typename: 'Installation', revision: number, serial: string, deviceId: string, buildNumber: number, hardwareRevision: string, attempt: number, evidence: ReconcileEvidence | null, failureCode: FailureCode | null, failureReason: string | null, reconcilable: boolean, retryAt: string | null, restarts: number, anomalies: number, unusedLeases: number, fromVersion: string | null, fromBuildNumber: number | null, startedAt: string | null, finishedAt: string | null, id: string, releaseId: string, version: string, status: InstallationStatus, closedReason: ClosedReason | null, verification: Verification | null, failureSource: FailureSource | null, possiblyBricked: boolean, silent: boolean, stuckSince: string | null, lastReportAt: string | null, createdAt: string, updatedAt: string, failureExplanation: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type BatchRowFragment = { __typename: 'Batch', id: string, revision: number, code: string, status?: BatchStatus, model?: string, hardwareRevision?: string, quantity?: number, deviceCount?: number, provisionedAt?: string | null, source?: string | null, archivedAt?: string | null, createdAt?: string, updatedAt?: string };

export type BatchesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: BatchFilter | null | undefined;
  sort?: Array<BatchSort> | BatchSort | null | undefined;
  search?: string | null | undefined;
  status: boolean;
  model: boolean;
  hardwareRevision: boolean;
  quantity: boolean;
  deviceCount: boolean;
  provisionedAt: boolean;
  source: boolean;
  archivedAt: boolean;
  createdAt: boolean;
  updatedAt: boolean;
}>;


export type BatchesQuery = { __typename: 'Query', batches: { __typename: 'BatchConnection', nodes: Array<{ __typename: 'Batch', id: string, revision: number, code: string, status?: BatchStatus, model?: string, hardwareRevision?: string, quantity?: number, deviceCount?: number, provisionedAt?: string | null, source?: string | null, archivedAt?: string | null, createdAt?: string, updatedAt?: string }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type BatchCountsQueryVariables = Exact<{
  filter?: BatchFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type BatchCountsQuery = { __typename: 'Query', batches: { __typename: 'BatchConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type BatchRowsQueryVariables = Exact<{
  ids: Array<string> | string;
  status: boolean;
  model: boolean;
  hardwareRevision: boolean;
  quantity: boolean;
  deviceCount: boolean;
  provisionedAt: boolean;
  source: boolean;
  archivedAt: boolean;
  createdAt: boolean;
  updatedAt: boolean;
}>;


export type BatchRowsQuery = { __typename: 'Query', nodes: Array<
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch', id: string, revision: number, code: string, status?: BatchStatus, model?: string, hardwareRevision?: string, quantity?: number, deviceCount?: number, provisionedAt?: string | null, source?: string | null, archivedAt?: string | null, createdAt?: string, updatedAt?: string }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
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

export type BatchPageQueryVariables = Exact<{
  id: string;
}>;


export type BatchPageQuery = { __typename: 'Query', batch: { __typename: 'Batch', id: string, revision: number, code: string, status: BatchStatus, model: string, hardwareRevision: string, quantity: number, deviceCount: number, notes: string | null, source: string | null, provisionedAt: string | null, archivedAt: string | null, createdAt: string, updatedAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string }> }> } | null };

export type BatchFactsFragment = { __typename: 'Batch', id: string, revision: number, code: string, status: BatchStatus, model: string, hardwareRevision: string, quantity: number, deviceCount: number, notes: string | null, source: string | null, provisionedAt: string | null, archivedAt: string | null, createdAt: string, updatedAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string }> }> };

export type BatchDevicesQueryVariables = Exact<{
  code: string;
}>;


export type BatchDevicesQuery = { __typename: 'Query', devices: { __typename: 'DeviceConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }>, nodes: Array<{ __typename: 'Device', id: string, serial: string, status: DeviceStatus, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string } | null }> } | null };

export type CreateBatchMutationVariables = Exact<{
  input: CreateBatchInput;
}>;


export type CreateBatchMutation = { __typename: 'Mutation', createBatch: { __typename: 'CreateBatchPayload', batch: { __typename: 'Batch', id: string, revision: number, code: string, status: BatchStatus, model: string, hardwareRevision: string, quantity: number, deviceCount: number, notes: string | null, source: string | null, provisionedAt: string | null, archivedAt: string | null, createdAt: string, updatedAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string }> }> } } | null };

export type UpdateBatchMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input?: UpdateBatchInput | null | undefined;
}>;


export type UpdateBatchMutation = { __typename: 'Mutation', updateBatch: { __typename: 'UpdateBatchPayload', batch: { __typename: 'Batch', id: string, revision: number, code: string, status: BatchStatus, model: string, hardwareRevision: string, quantity: number, deviceCount: number, notes: string | null, source: string | null, provisionedAt: string | null, archivedAt: string | null, createdAt: string, updatedAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string }> }> } } | null };

export type ProvisionBatchMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input?: ProvisionBatchInput | null | undefined;
}>;


export type ProvisionBatchMutation = { __typename: 'Mutation', provisionBatch: { __typename: 'ProvisionBatchPayload', devices: Array<{ __typename: 'MadeDevice', id: string, serial: string, claimCode: string, hardwareRevision: string, qr: string }>, batch: { __typename: 'Batch', id: string, revision: number, code: string, status: BatchStatus, model: string, hardwareRevision: string, quantity: number, deviceCount: number, notes: string | null, source: string | null, provisionedAt: string | null, archivedAt: string | null, createdAt: string, updatedAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string }> }> } } | null };

export type ArchiveBatchMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
}>;


export type ArchiveBatchMutation = { __typename: 'Mutation', archiveBatch: { __typename: 'ArchiveBatchPayload', batch: { __typename: 'Batch', id: string, revision: number, code: string, status: BatchStatus, model: string, hardwareRevision: string, quantity: number, deviceCount: number, notes: string | null, source: string | null, provisionedAt: string | null, archivedAt: string | null, createdAt: string, updatedAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string }> }> } } | null };

export type DeleteBatchMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
}>;


export type DeleteBatchMutation = { __typename: 'Mutation', deleteBatch: { __typename: 'DeleteBatchPayload', deletedId: string } | null };

export type BulkArchiveBatchMutationVariables = Exact<{
  records: Array<BulkRecordInput> | BulkRecordInput;
}>;


export type BulkArchiveBatchMutation = { __typename: 'Mutation', bulkArchiveBatch: { __typename: 'BulkArchiveBatchPayload', results: Array<{ __typename: 'BulkBatchResult', id: string, ok: boolean, error: { __typename: 'BulkError', code: ErrorCode, messageId: ErrorMessageId, message: string, params: unknown, requestId: string, retryAfterSeconds: number | null } | null }> } | null };

export type ProvisionDevicesMutationVariables = Exact<{
  input: ProvisionDevicesInput;
}>;


export type ProvisionDevicesMutation = { __typename: 'Mutation', provisionDevices: { __typename: 'ProvisionDevicesPayload', devices: Array<{ __typename: 'MadeDevice', id: string, serial: string, claimCode: string, hardwareRevision: string, qr: string }>, batch: { __typename: 'Batch', id: string, revision: number, code: string, status: BatchStatus, model: string, hardwareRevision: string, quantity: number, deviceCount: number, notes: string | null, source: string | null, provisionedAt: string | null, archivedAt: string | null, createdAt: string, updatedAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string }> }> } } | null };

export type KnownHardwareQueryVariables = Exact<{
  releases: boolean;
}>;


export type KnownHardwareQuery = { __typename: 'Query', batches: { __typename: 'BatchConnection', nodes: Array<{ __typename: 'Batch', id: string, model: string, hardwareRevision: string }> } | null, releases?: { __typename: 'ReleaseConnection', nodes: Array<{ __typename: 'Release', id: string, hardwareRevision: string }> } | null };

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

export type UpdateSavedViewMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input?: UpdateSavedViewInput | null | undefined;
}>;


export type UpdateSavedViewMutation = { __typename: 'Mutation', updateSavedView: { __typename: 'UpdateSavedViewPayload', savedView: { __typename: 'SavedView', id: string, name: string, shared: boolean, ownerId: string, revision: number, query: unknown, columns: Array<string> } } | null };

export type DeviceChangedSubscriptionVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type DeviceChangedSubscription = { __typename: 'Subscription', deviceChanged: { __typename: 'DeviceChange', event: LiveEvent, id: string | null } | null };

export type DevicePresenceChangedSubscriptionVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type DevicePresenceChangedSubscription = { __typename: 'Subscription', devicePresenceChanged: { __typename: 'DevicePresenceChange', event: LiveEvent, id: string | null } | null };

export type SaleChangedSubscriptionVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type SaleChangedSubscription = { __typename: 'Subscription', saleChanged: { __typename: 'SaleChange', event: LiveEvent, id: string | null } | null };

export type PreorderChangedSubscriptionVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type PreorderChangedSubscription = { __typename: 'Subscription', preorderChanged: { __typename: 'PreorderChange', event: LiveEvent, id: string | null } | null };

export type ReleaseChangedSubscriptionVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type ReleaseChangedSubscription = { __typename: 'Subscription', releaseChanged: { __typename: 'ReleaseChange', event: LiveEvent, id: string | null } | null };

export type InstallationChangedSubscriptionVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
}>;


export type InstallationChangedSubscription = { __typename: 'Subscription', installationChanged: { __typename: 'InstallationChange', event: LiveEvent, id: string | null } | null };

export type AuditEntryAddedSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type AuditEntryAddedSubscription = { __typename: 'Subscription', auditEntryAdded: { __typename: 'AuditEntryAddition', event: LiveEvent, id: string | null } | null };

export type MySessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type MySessionsQuery = { __typename: 'Query', sessions: Array<{ __typename: 'Session', id: string, current: boolean, createdAt: string, lastUsedAt: string, expiresAt: string, ip: string, userAgent: string | null }> | null };

export type EndSessionMutationVariables = Exact<{
  id: string;
}>;


export type EndSessionMutation = { __typename: 'Mutation', endSession: { __typename: 'EndSessionPayload', sessionId: string } | null };

export type ChangeMyPasswordMutationVariables = Exact<{
  input: ChangePasswordInput;
}>;


export type ChangeMyPasswordMutation = { __typename: 'Mutation', changePassword: { __typename: 'ChangePasswordPayload', endedSessions: number } | null };

export type SearchQueryVariables = Exact<{
  text: string;
}>;


export type SearchQuery = { __typename: 'Query', search: Array<{ __typename: 'SearchHit', id: string, kind: SearchKind, title: string, subtitle: string | null }> | null };

export type PreorderRowFragment = { __typename: 'Preorder', id: string, revision: number, number: string, status?: PreorderStatus, fullName?: string | null, phone?: string | null, quantity?: number, productColor?: ProductColor | null, fullPrice?: number | null, depositAmount?: number | null, currency?: string, paymentMethod?: PaymentMethod | null, refundDue?: boolean, email?: string | null, city?: string | null, region?: string | null, locale?: Locale, utmSource?: string | null, createdAt?: string, depositPaidAt?: string | null, fulfilledAt?: string | null, cancelledAt?: string | null, updatedAt?: string, assignedAdmin?: { __typename: 'AdminOption', id: string, name: string } | null };

export type PreordersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: PreorderFilter | null | undefined;
  sort?: Array<PreorderSort> | PreorderSort | null | undefined;
  search?: string | null | undefined;
  status: boolean;
  fullName: boolean;
  phone: boolean;
  quantity: boolean;
  productColor: boolean;
  fullPrice: boolean;
  depositAmount: boolean;
  paymentMethod: boolean;
  refundDue: boolean;
  email: boolean;
  city: boolean;
  region: boolean;
  locale: boolean;
  utmSource: boolean;
  createdAt: boolean;
  depositPaidAt: boolean;
  fulfilledAt: boolean;
  cancelledAt: boolean;
  updatedAt: boolean;
  assignedAdminId: boolean;
}>;


export type PreordersQuery = { __typename: 'Query', preorders: { __typename: 'PreorderConnection', nodes: Array<{ __typename: 'Preorder', id: string, revision: number, number: string, status?: PreorderStatus, fullName?: string | null, phone?: string | null, quantity?: number, productColor?: ProductColor | null, fullPrice?: number | null, depositAmount?: number | null, currency?: string, paymentMethod?: PaymentMethod | null, refundDue?: boolean, email?: string | null, city?: string | null, region?: string | null, locale?: Locale, utmSource?: string | null, createdAt?: string, depositPaidAt?: string | null, fulfilledAt?: string | null, cancelledAt?: string | null, updatedAt?: string, assignedAdmin?: { __typename: 'AdminOption', id: string, name: string } | null }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type PreorderCountsQueryVariables = Exact<{
  filter?: PreorderFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type PreorderCountsQuery = { __typename: 'Query', preorders: { __typename: 'PreorderConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type PreorderTotalsQueryVariables = Exact<{
  filter?: PreorderFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type PreorderTotalsQuery = { __typename: 'Query', preorders: { __typename: 'PreorderConnection', totals: Array<{ __typename: 'PreorderCurrencyTotals', currency: string, count: number, quantity: number, fullPrice: number, depositAmount: number }> } | null };

export type PreorderRowsQueryVariables = Exact<{
  ids: Array<string> | string;
  status: boolean;
  fullName: boolean;
  phone: boolean;
  quantity: boolean;
  productColor: boolean;
  fullPrice: boolean;
  depositAmount: boolean;
  paymentMethod: boolean;
  refundDue: boolean;
  email: boolean;
  city: boolean;
  region: boolean;
  locale: boolean;
  utmSource: boolean;
  createdAt: boolean;
  depositPaidAt: boolean;
  fulfilledAt: boolean;
  cancelledAt: boolean;
  updatedAt: boolean;
  assignedAdminId: boolean;
}>;


export type PreorderRowsQuery = { __typename: 'Query', nodes: Array<
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
    | { __typename: 'DeviceClaimCode' }
    | { __typename: 'DeviceEvent' }
    | { __typename: 'Installation' }
    | { __typename: 'InstallationEvent' }
    | { __typename: 'MaintenanceGrant' }
    | { __typename: 'OfferDecision' }
    | { __typename: 'Pairing' }
    | { __typename: 'Preorder', id: string, revision: number, number: string, status?: PreorderStatus, fullName?: string | null, phone?: string | null, quantity?: number, productColor?: ProductColor | null, fullPrice?: number | null, depositAmount?: number | null, currency?: string, paymentMethod?: PaymentMethod | null, refundDue?: boolean, email?: string | null, city?: string | null, region?: string | null, locale?: Locale, utmSource?: string | null, createdAt?: string, depositPaidAt?: string | null, fulfilledAt?: string | null, cancelledAt?: string | null, updatedAt?: string, assignedAdmin?: { __typename: 'AdminOption', id: string, name: string } | null }
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

export type PreorderCardFragment = { __typename: 'Preorder', id: string, revision: number, number: string, status: PreorderStatus, fullName: string | null, quantity: number, productColor: ProductColor | null, currency: string, fullPrice: number | null, refundDue: boolean, createdAt: string, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null };

export type PreorderColumnQueryVariables = Exact<{
  first: number;
  filter?: PreorderFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type PreorderColumnQuery = { __typename: 'Query', preorders: { __typename: 'PreorderConnection', nodes: Array<{ __typename: 'Preorder', id: string, revision: number, number: string, status: PreorderStatus, fullName: string | null, quantity: number, productColor: ProductColor | null, currency: string, fullPrice: number | null, refundDue: boolean, createdAt: string, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } | null };

export type PreorderCardsQueryVariables = Exact<{
  ids: Array<string> | string;
}>;


export type PreorderCardsQuery = { __typename: 'Query', nodes: Array<
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
    | { __typename: 'DeviceClaimCode' }
    | { __typename: 'DeviceEvent' }
    | { __typename: 'Installation' }
    | { __typename: 'InstallationEvent' }
    | { __typename: 'MaintenanceGrant' }
    | { __typename: 'OfferDecision' }
    | { __typename: 'Pairing' }
    | { __typename: 'Preorder', id: string, revision: number, number: string, status: PreorderStatus, fullName: string | null, quantity: number, productColor: ProductColor | null, currency: string, fullPrice: number | null, refundDue: boolean, createdAt: string, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null }
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

export type PreorderMovesQueryVariables = Exact<{
  id: string;
}>;


export type PreorderMovesQuery = { __typename: 'Query', preorder: { __typename: 'Preorder', id: string, revision: number, number: string, status: PreorderStatus, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } | null };

export type PreorderFactsFragment = { __typename: 'Preorder', phone: string | null, email: string | null, telegramUsername: string | null, city: string | null, region: string | null, locale: Locale, note: string | null, productName: string, depositAmount: number | null, paymentMethod: PaymentMethod | null, customerId: string | null, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, referrer: string | null, firstContactedAt: string | null, depositPaidAt: string | null, fulfilledAt: string | null, cancelledAt: string | null, updatedAt: string, id: string, revision: number, number: string, status: PreorderStatus, fullName: string | null, quantity: number, productColor: ProductColor | null, currency: string, fullPrice: number | null, refundDue: boolean, createdAt: string, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }>, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null };

export type PreorderPageQueryVariables = Exact<{
  id: string;
}>;


export type PreorderPageQuery = { __typename: 'Query', preorder: { __typename: 'Preorder', phone: string | null, email: string | null, telegramUsername: string | null, city: string | null, region: string | null, locale: Locale, note: string | null, productName: string, depositAmount: number | null, paymentMethod: PaymentMethod | null, customerId: string | null, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, referrer: string | null, firstContactedAt: string | null, depositPaidAt: string | null, fulfilledAt: string | null, cancelledAt: string | null, updatedAt: string, id: string, revision: number, number: string, status: PreorderStatus, fullName: string | null, quantity: number, productColor: ProductColor | null, currency: string, fullPrice: number | null, refundDue: boolean, createdAt: string, customer: { __typename: 'Customer', id: string, fullName: string } | null, sales: { __typename: 'SaleConnection', nodes: Array<{ __typename: 'Sale', id: string, number: string, deviceId: string, serial: string, status: SaleStatus, soldAt: string, createdAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null }> } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }>, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null } | null };

export type PreorderHistoryQueryVariables = Exact<{
  id: string;
  first: number;
}>;


export type PreorderHistoryQuery = { __typename: 'Query', preorder: { __typename: 'Preorder', id: string, history: { __typename: 'PreorderEventConnection', nodes: Array<{ __typename: 'PreorderEvent', id: string, at: string, fromStatus: PreorderStatus | null, toStatus: PreorderStatus, correction: boolean, note: string | null, fromAdminId: string | null, toAdminId: string | null, actor: { __typename: 'AdminOption', id: string, name: string } | null, fromAdmin: { __typename: 'AdminOption', id: string, name: string } | null, toAdmin: { __typename: 'AdminOption', id: string, name: string } | null }>, pageInfo: { __typename: 'PageInfo', hasNextPage: boolean } } } | null };

export type SetPreorderStatusMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: SetPreorderStatusInput;
}>;


export type SetPreorderStatusMutation = { __typename: 'Mutation', setPreorderStatus: { __typename: 'SetPreorderStatusPayload', preorder: { __typename: 'Preorder', phone: string | null, email: string | null, telegramUsername: string | null, city: string | null, region: string | null, locale: Locale, note: string | null, productName: string, depositAmount: number | null, paymentMethod: PaymentMethod | null, customerId: string | null, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, referrer: string | null, firstContactedAt: string | null, depositPaidAt: string | null, fulfilledAt: string | null, cancelledAt: string | null, updatedAt: string, id: string, revision: number, number: string, status: PreorderStatus, fullName: string | null, quantity: number, productColor: ProductColor | null, currency: string, fullPrice: number | null, refundDue: boolean, createdAt: string, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }>, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null } } | null };

export type AssignPreorderMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: AssignPreorderInput;
}>;


export type AssignPreorderMutation = { __typename: 'Mutation', assignPreorder: { __typename: 'AssignPreorderPayload', preorder: { __typename: 'Preorder', phone: string | null, email: string | null, telegramUsername: string | null, city: string | null, region: string | null, locale: Locale, note: string | null, productName: string, depositAmount: number | null, paymentMethod: PaymentMethod | null, customerId: string | null, utmSource: string | null, utmMedium: string | null, utmCampaign: string | null, referrer: string | null, firstContactedAt: string | null, depositPaidAt: string | null, fulfilledAt: string | null, cancelledAt: string | null, updatedAt: string, id: string, revision: number, number: string, status: PreorderStatus, fullName: string | null, quantity: number, productColor: ProductColor | null, currency: string, fullPrice: number | null, refundDue: boolean, createdAt: string, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }>, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null } } | null };

export type DeletePreorderMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: DeletePreorderInput;
}>;


export type DeletePreorderMutation = { __typename: 'Mutation', deletePreorder: { __typename: 'DeletePreorderPayload', deletedId: string } | null };

export type SellPreorderMutationVariables = Exact<{
  key: string;
  input: CreateSaleInput;
}>;


export type SellPreorderMutation = { __typename: 'Mutation', createSale: { __typename: 'CreateSalePayload', sale: { __typename: 'Sale', id: string, number: string } } | null };

export type BulkSetPreorderStatusMutationVariables = Exact<{
  records: Array<BulkRecordInput> | BulkRecordInput;
  input: SetPreorderStatusInput;
}>;


export type BulkSetPreorderStatusMutation = { __typename: 'Mutation', bulkSetPreorderStatus: { __typename: 'BulkSetPreorderStatusPayload', results: Array<{ __typename: 'BulkPreorderResult', id: string, ok: boolean, error: { __typename: 'BulkError', code: ErrorCode, messageId: ErrorMessageId, message: string, params: unknown, requestId: string, retryAfterSeconds: number | null } | null }> } | null };

export type BulkAssignPreorderMutationVariables = Exact<{
  records: Array<BulkRecordInput> | BulkRecordInput;
  input: AssignPreorderInput;
}>;


export type BulkAssignPreorderMutation = { __typename: 'Mutation', bulkAssignPreorder: { __typename: 'BulkAssignPreorderPayload', results: Array<{ __typename: 'BulkPreorderResult', id: string, ok: boolean, error: { __typename: 'BulkError', code: ErrorCode, messageId: ErrorMessageId, message: string, params: unknown, requestId: string, retryAfterSeconds: number | null } | null }> } | null };

export type PreorderTermsFragment = { __typename: 'PreorderSettings', id: string, revision: number, preOrderEnabled: boolean, preorderCapacity: number | null, reserved: number, remaining: number | null, maxQuantityPerOrder: number, productName: string, currency: string, fullPrice: number | null, depositAmount: number | null, allowManualDepositConfirmation: boolean, expectedDeliveryTextUz: string, expectedDeliveryTextRu: string, expectedDeliveryTextEn: string, contactPhone: string | null, supportTelegram: string | null, updatedAt: string };

export type PreorderTermsQueryVariables = Exact<{ [key: string]: never; }>;


export type PreorderTermsQuery = { __typename: 'Query', preorderSettings: { __typename: 'PreorderSettings', id: string, revision: number, preOrderEnabled: boolean, preorderCapacity: number | null, reserved: number, remaining: number | null, maxQuantityPerOrder: number, productName: string, currency: string, fullPrice: number | null, depositAmount: number | null, allowManualDepositConfirmation: boolean, expectedDeliveryTextUz: string, expectedDeliveryTextRu: string, expectedDeliveryTextEn: string, contactPhone: string | null, supportTelegram: string | null, updatedAt: string } | null };

export type UpdatePreorderTermsMutationVariables = Exact<{
  revision?: number | null | undefined;
  input: UpdatePreorderSettingsInput;
}>;


export type UpdatePreorderTermsMutation = { __typename: 'Mutation', updatePreorderSettings: { __typename: 'UpdatePreorderSettingsPayload', preorderSettings: { __typename: 'PreorderSettings', id: string, revision: number, preOrderEnabled: boolean, preorderCapacity: number | null, reserved: number, remaining: number | null, maxQuantityPerOrder: number, productName: string, currency: string, fullPrice: number | null, depositAmount: number | null, allowManualDepositConfirmation: boolean, expectedDeliveryTextUz: string, expectedDeliveryTextRu: string, expectedDeliveryTextEn: string, contactPhone: string | null, supportTelegram: string | null, updatedAt: string } } | null };

export type AssigneesQueryVariables = Exact<{ [key: string]: never; }>;


export type AssigneesQuery = { __typename: 'Query', adminOptions: Array<{ __typename: 'AdminOption', id: string, name: string, role: AdminRole }> | null };

type AuditedRecord_Admin_Fragment = { __typename: 'Admin', id: string, adminName: string };

type AuditedRecord_AdminOption_Fragment = { __typename: 'AdminOption', id: string };

type AuditedRecord_AuditEntry_Fragment = { __typename: 'AuditEntry', id: string };

type AuditedRecord_Batch_Fragment = { __typename: 'Batch', id: string, batchCode: string };

type AuditedRecord_BusinessSettings_Fragment = { __typename: 'BusinessSettings', id: string };

type AuditedRecord_ClaimCode_Fragment = { __typename: 'ClaimCode', lastFour: string, id: string };

type AuditedRecord_Customer_Fragment = { __typename: 'Customer', fullName: string, id: string };

type AuditedRecord_CustomerNote_Fragment = { __typename: 'CustomerNote', id: string };

type AuditedRecord_Device_Fragment = { __typename: 'Device', serial: string, id: string };

type AuditedRecord_DeviceClaimCode_Fragment = { __typename: 'DeviceClaimCode', id: string };

type AuditedRecord_DeviceEvent_Fragment = { __typename: 'DeviceEvent', id: string };

type AuditedRecord_Installation_Fragment = { __typename: 'Installation', serial: string, version: string, id: string };

type AuditedRecord_InstallationEvent_Fragment = { __typename: 'InstallationEvent', id: string };

type AuditedRecord_MaintenanceGrant_Fragment = { __typename: 'MaintenanceGrant', id: string };

type AuditedRecord_OfferDecision_Fragment = { __typename: 'OfferDecision', id: string };

type AuditedRecord_Pairing_Fragment = { __typename: 'Pairing', id: string };

type AuditedRecord_Preorder_Fragment = { __typename: 'Preorder', number: string, id: string };

type AuditedRecord_PreorderEvent_Fragment = { __typename: 'PreorderEvent', id: string };

type AuditedRecord_PreorderSettings_Fragment = { __typename: 'PreorderSettings', id: string };

type AuditedRecord_Presence_Fragment = { __typename: 'Presence', id: string };

type AuditedRecord_Refund_Fragment = { __typename: 'Refund', id: string };

type AuditedRecord_Release_Fragment = { __typename: 'Release', version: string, id: string };

type AuditedRecord_ReleaseEvent_Fragment = { __typename: 'ReleaseEvent', id: string };

type AuditedRecord_Sale_Fragment = { __typename: 'Sale', number: string, currency: string, id: string };

type AuditedRecord_ServiceAccount_Fragment = { __typename: 'ServiceAccount', id: string, scriptName: string };

type AuditedRecord_StoredFile_Fragment = { __typename: 'StoredFile', id: string };

type AuditedRecord_SystemSettings_Fragment = { __typename: 'SystemSettings', id: string };

export type AuditedRecordFragment =
  | AuditedRecord_Admin_Fragment
  | AuditedRecord_AdminOption_Fragment
  | AuditedRecord_AuditEntry_Fragment
  | AuditedRecord_Batch_Fragment
  | AuditedRecord_BusinessSettings_Fragment
  | AuditedRecord_ClaimCode_Fragment
  | AuditedRecord_Customer_Fragment
  | AuditedRecord_CustomerNote_Fragment
  | AuditedRecord_Device_Fragment
  | AuditedRecord_DeviceClaimCode_Fragment
  | AuditedRecord_DeviceEvent_Fragment
  | AuditedRecord_Installation_Fragment
  | AuditedRecord_InstallationEvent_Fragment
  | AuditedRecord_MaintenanceGrant_Fragment
  | AuditedRecord_OfferDecision_Fragment
  | AuditedRecord_Pairing_Fragment
  | AuditedRecord_Preorder_Fragment
  | AuditedRecord_PreorderEvent_Fragment
  | AuditedRecord_PreorderSettings_Fragment
  | AuditedRecord_Presence_Fragment
  | AuditedRecord_Refund_Fragment
  | AuditedRecord_Release_Fragment
  | AuditedRecord_ReleaseEvent_Fragment
  | AuditedRecord_Sale_Fragment
  | AuditedRecord_ServiceAccount_Fragment
  | AuditedRecord_StoredFile_Fragment
  | AuditedRecord_SystemSettings_Fragment
;

export type CustomerWithQueryVariables = Exact<{
  filter: CustomerFilter;
}>;


export type CustomerWithQuery = { __typename: 'Query', customers: { __typename: 'CustomerConnection', nodes: Array<{ __typename: 'Customer', id: string, fullName: string }> } | null };

export type SavedByQueryVariables = Exact<{
  id: string;
  since: string;
}>;


export type SavedByQuery = { __typename: 'Query', auditEntries: { __typename: 'AuditEntryConnection', nodes: Array<{ __typename: 'AuditEntry', id: string, actor: { __typename: 'AdminOption', id: string, name: string } | null }> } | null };

export type SellableDevicesQueryVariables = Exact<{
  search?: string | null | undefined;
  isTyped: boolean;
}>;


export type SellableDevicesQuery = { __typename: 'Query', ready: { __typename: 'DeviceConnection', nodes: Array<{ __typename: 'Device', id: string, serial: string, model: string, hardwareRevision: string, batchStatus: BatchStatus }> } | null, others?: { __typename: 'DeviceConnection', nodes: Array<{ __typename: 'Device', id: string, serial: string, status: DeviceStatus, activeSale: { __typename: 'Sale', id: string, number: string } | null }> } | null };

export type SellableDeviceFragment = { __typename: 'Device', id: string, serial: string, model: string, hardwareRevision: string, batchStatus: BatchStatus };

export type UpdateAttemptFragment = { __typename: 'Installation', id: string, releaseId: string, version: string, status: InstallationStatus, closedReason: ClosedReason | null, verification: Verification | null, failureSource: FailureSource | null, possiblyBricked: boolean, silent: boolean, stuckSince: string | null, lastReportAt: string | null, createdAt: string, updatedAt: string };

export type UpdateOfDeviceFragment = { __typename: 'Device', id: string, presence: { __typename: 'Presence', id: string, online: boolean, lastSeenAt: string } | null, offerDecision: { __typename: 'OfferDecision', id: string, at: string, reason: OfferReason, releaseId: string | null, releaseLifecycle: FirmwareLifecycle | null } | null };

export type ReleaseRowFragment = { __typename: 'Release', id: string, revision: number, version: string, buildNumber?: number, hardwareRevision?: string, model?: string | null, channel?: FirmwareChannel, lifecycle?: FirmwareLifecycle, rolloutPercentage?: number, mandatory?: boolean, securityVersion?: number, createdAt?: string, rolloutStartedAt?: string | null, completedAt?: string | null, updatedAt?: string, stats?: { __typename: 'ReleaseStats', total?: number, failureRate?: number | null } | null };

export type ReleasesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: ReleaseFilter | null | undefined;
  sort?: Array<ReleaseSort> | ReleaseSort | null | undefined;
  buildNumber: boolean;
  hardwareRevision: boolean;
  model: boolean;
  channel: boolean;
  rolloutPercentage: boolean;
  lifecycle: boolean;
  mandatory: boolean;
  securityVersion: boolean;
  createdAt: boolean;
  rolloutStartedAt: boolean;
  completedAt: boolean;
  updatedAt: boolean;
  stats: boolean;
  statsTotal: boolean;
  statsFailureRate: boolean;
}>;


export type ReleasesQuery = { __typename: 'Query', releases: { __typename: 'ReleaseConnection', nodes: Array<{ __typename: 'Release', id: string, revision: number, version: string, buildNumber?: number, hardwareRevision?: string, model?: string | null, channel?: FirmwareChannel, lifecycle?: FirmwareLifecycle, rolloutPercentage?: number, mandatory?: boolean, securityVersion?: number, createdAt?: string, rolloutStartedAt?: string | null, completedAt?: string | null, updatedAt?: string, stats?: { __typename: 'ReleaseStats', total?: number, failureRate?: number | null } | null }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type ReleaseCountsQueryVariables = Exact<{
  filter?: ReleaseFilter | null | undefined;
}>;


export type ReleaseCountsQuery = { __typename: 'Query', releases: { __typename: 'ReleaseConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type ReleaseRowsQueryVariables = Exact<{
  ids: Array<string> | string;
  buildNumber: boolean;
  hardwareRevision: boolean;
  model: boolean;
  channel: boolean;
  rolloutPercentage: boolean;
  lifecycle: boolean;
  mandatory: boolean;
  securityVersion: boolean;
  createdAt: boolean;
  rolloutStartedAt: boolean;
  completedAt: boolean;
  updatedAt: boolean;
  stats: boolean;
  statsTotal: boolean;
  statsFailureRate: boolean;
}>;


export type ReleaseRowsQuery = { __typename: 'Query', nodes: Array<
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
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
    | { __typename: 'Release', id: string, revision: number, version: string, buildNumber?: number, hardwareRevision?: string, model?: string | null, channel?: FirmwareChannel, lifecycle?: FirmwareLifecycle, rolloutPercentage?: number, mandatory?: boolean, securityVersion?: number, createdAt?: string, rolloutStartedAt?: string | null, completedAt?: string | null, updatedAt?: string, stats?: { __typename: 'ReleaseStats', total?: number, failureRate?: number | null } | null }
    | { __typename: 'ReleaseEvent' }
    | { __typename: 'Sale' }
    | { __typename: 'ServiceAccount' }
    | { __typename: 'StoredFile' }
    | { __typename: 'SystemSettings' }
   | null> };

export type ReleaseFactsFragment = { __typename: 'Release', id: string, revision: number, version: string, buildNumber: number, product: string | null, model: string | null, hardwareRevision: string, channel: FirmwareChannel, lifecycle: FirmwareLifecycle, rolloutPercentage: number, mandatory: boolean, mandatoryAfter: string | null, minFromVersion: string | null, minAppVersion: string | null, securityVersion: number, source: ReleaseSource, signed: boolean, signedBy: Array<string>, releaseNotes: Array<string>, createdAt: string, rolloutStartedAt: string | null, completedAt: string | null, revokedAt: string | null, failureWindowFrom: string | null, pauseReason: string | null, pausedById: string | null, targetDeviceId: string | null, firmware: { __typename: 'StoredFile', sha256: string, size: number }, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, pauseLimits: { __typename: 'PauseLimits', failureRate: number, minimumDevices: number, fallbacks: number }, pauseExplanation: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null, pausedBy: { __typename: 'AdminOption', id: string, name: string } | null, targetDevice: { __typename: 'Device', id: string, serial: string } | null, stats: { __typename: 'ReleaseStats', total: number, confirmed: number, unverified: number, contradicted: number, interrupted: number, silent: number, failureRate: number | null, byStatus: Array<{ __typename: 'InstallationStatusCount', status: InstallationStatus, count: number }> } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> };

export type ReleasePageQueryVariables = Exact<{
  id: string;
}>;


export type ReleasePageQuery = { __typename: 'Query', release: { __typename: 'Release', id: string, revision: number, version: string, buildNumber: number, product: string | null, model: string | null, hardwareRevision: string, channel: FirmwareChannel, lifecycle: FirmwareLifecycle, rolloutPercentage: number, mandatory: boolean, mandatoryAfter: string | null, minFromVersion: string | null, minAppVersion: string | null, securityVersion: number, source: ReleaseSource, signed: boolean, signedBy: Array<string>, releaseNotes: Array<string>, createdAt: string, rolloutStartedAt: string | null, completedAt: string | null, revokedAt: string | null, failureWindowFrom: string | null, pauseReason: string | null, pausedById: string | null, targetDeviceId: string | null, firmware: { __typename: 'StoredFile', sha256: string, size: number }, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, pauseLimits: { __typename: 'PauseLimits', failureRate: number, minimumDevices: number, fallbacks: number }, pauseExplanation: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null, pausedBy: { __typename: 'AdminOption', id: string, name: string } | null, targetDevice: { __typename: 'Device', id: string, serial: string } | null, stats: { __typename: 'ReleaseStats', total: number, confirmed: number, unverified: number, contradicted: number, interrupted: number, silent: number, failureRate: number | null, byStatus: Array<{ __typename: 'InstallationStatusCount', status: InstallationStatus, count: number }> } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } | null };

export type ReleaseCausesQueryVariables = Exact<{
  query: InstallationQuestion;
}>;


export type ReleaseCausesQuery = { __typename: 'Query', installationMetrics: { __typename: 'AnalyticsTable', rows: Array<{ __typename: 'AnalyticsRow', dimensions: Array<string | null>, metrics: Array<number | null> }> } | null };

export type ReleaseHistoryQueryVariables = Exact<{
  id: string;
}>;


export type ReleaseHistoryQuery = { __typename: 'Query', release: { __typename: 'Release', id: string, events: { __typename: 'ReleaseEventConnection', nodes: Array<{ __typename: 'ReleaseEvent', id: string, at: string, fromLifecycle: FirmwareLifecycle | null, toLifecycle: FirmwareLifecycle, fromPercentage: number | null, toPercentage: number, reason: string | null, explanation: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null, actor: { __typename: 'AdminOption', id: string, name: string } | null }> } } | null };

export type ReleaseFitQueryVariables = Exact<{
  hardwareRevision: string;
  filter?: PackageDeviceFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type ReleaseFitQuery = { __typename: 'Query', packageDevices: { __typename: 'PackageDeviceConnection', totalCount: number, nodes: Array<{ __typename: 'PackageDevice', id: string, serial: string, firmwareVersion: string | null }>, pageInfo: { __typename: 'PageInfo', endCursor: string | null, hasNextPage: boolean } } | null };

export type ReleaseTargetsQueryVariables = Exact<{
  hardwareRevision: string;
  search?: string | null | undefined;
}>;


export type ReleaseTargetsQuery = { __typename: 'Query', packageDevices: { __typename: 'PackageDeviceConnection', nodes: Array<{ __typename: 'PackageDevice', id: string, serial: string, model: string, firmwareVersion: string | null }> } | null };

export type SetReleaseLifecycleMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: SetReleaseLifecycleInput;
}>;


export type SetReleaseLifecycleMutation = { __typename: 'Mutation', setReleaseLifecycle: { __typename: 'SetReleaseLifecyclePayload', release: { __typename: 'Release', id: string, revision: number, version: string, buildNumber: number, product: string | null, model: string | null, hardwareRevision: string, channel: FirmwareChannel, lifecycle: FirmwareLifecycle, rolloutPercentage: number, mandatory: boolean, mandatoryAfter: string | null, minFromVersion: string | null, minAppVersion: string | null, securityVersion: number, source: ReleaseSource, signed: boolean, signedBy: Array<string>, releaseNotes: Array<string>, createdAt: string, rolloutStartedAt: string | null, completedAt: string | null, revokedAt: string | null, failureWindowFrom: string | null, pauseReason: string | null, pausedById: string | null, targetDeviceId: string | null, firmware: { __typename: 'StoredFile', sha256: string, size: number }, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, pauseLimits: { __typename: 'PauseLimits', failureRate: number, minimumDevices: number, fallbacks: number }, pauseExplanation: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null, pausedBy: { __typename: 'AdminOption', id: string, name: string } | null, targetDevice: { __typename: 'Device', id: string, serial: string } | null, stats: { __typename: 'ReleaseStats', total: number, confirmed: number, unverified: number, contradicted: number, interrupted: number, silent: number, failureRate: number | null, byStatus: Array<{ __typename: 'InstallationStatusCount', status: InstallationStatus, count: number }> } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type BulkSetReleaseLifecycleMutationVariables = Exact<{
  records: Array<BulkRecordInput> | BulkRecordInput;
  input: SetReleaseLifecycleInput;
}>;


export type BulkSetReleaseLifecycleMutation = { __typename: 'Mutation', bulkSetReleaseLifecycle: { __typename: 'BulkSetReleaseLifecyclePayload', results: Array<{ __typename: 'BulkReleaseResult', id: string, ok: boolean, error: { __typename: 'BulkError', code: ErrorCode, messageId: ErrorMessageId, message: string, params: unknown, requestId: string, retryAfterSeconds: number | null } | null }> } | null };

export type IssueMaintenanceGrantMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: IssueMaintenanceGrantInput;
}>;


export type IssueMaintenanceGrantMutation = { __typename: 'Mutation', issueMaintenanceGrant: { __typename: 'IssueMaintenanceGrantPayload', grant: string, grantId: string } | null };

export type SaleTrailQueryVariables = Exact<{
  id: string;
}>;


export type SaleTrailQuery = { __typename: 'Query', auditEntries: { __typename: 'AuditEntryConnection', nodes: Array<{ __typename: 'AuditEntry', id: string, at: string, action: AuditAction, actorLabel: string | null, reason: string | null, changes: unknown, actor: { __typename: 'AdminOption', id: string, name: string } | null }> } | null };

export type SaleDefaultsQueryVariables = Exact<{ [key: string]: never; }>;


export type SaleDefaultsQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', defaultCurrency: string, defaultDevicePrice: number } | null };

export type DeviceToSellQueryVariables = Exact<{
  id: string;
}>;


export type DeviceToSellQuery = { __typename: 'Query', device: { __typename: 'Device', id: string, serial: string, status: DeviceStatus } | null };

export type CustomerToSellQueryVariables = Exact<{
  id: string;
}>;


export type CustomerToSellQuery = { __typename: 'Query', customer: { __typename: 'Customer', id: string, fullName: string, anonymizedAt: string | null } | null };

export type SaleBuyersQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type SaleBuyersQuery = { __typename: 'Query', customers: { __typename: 'CustomerConnection', nodes: Array<{ __typename: 'Customer', id: string, fullName: string, email: string | null, phone: string | null, city: string | null }> } | null };

export type SalePreordersQueryVariables = Exact<{
  search?: string | null | undefined;
  filter?: PreorderFilter | null | undefined;
}>;


export type SalePreordersQuery = { __typename: 'Query', preorders: { __typename: 'PreorderConnection', nodes: Array<{ __typename: 'Preorder', id: string, number: string, fullName: string | null, status: PreorderStatus, quantity: number }> } | null };

export type PreorderToSellQueryVariables = Exact<{
  id: string;
}>;


export type PreorderToSellQuery = { __typename: 'Query', preorder: { __typename: 'Preorder', id: string, number: string, fullName: string | null, currency: string, fullPrice: number | null, customer: { __typename: 'Customer', id: string, fullName: string, email: string | null } | null } | null };

export type SaleRowFragment = { __typename: 'Sale', id: string, revision: number, number: string, status?: SaleStatus, paymentStatus?: PaymentStatus, customerName?: string, serial?: string, deviceId?: string, total?: number, refundedTotal?: number, unitPrice?: number, discount?: number, currency?: string, salesChannel?: SalesChannel, soldAt?: string, claimedAt?: string | null, cancelledAt?: string | null, createdAt?: string, updatedAt?: string };

export type SalesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: SaleFilter | null | undefined;
  sort?: Array<SaleSort> | SaleSort | null | undefined;
  search?: string | null | undefined;
  status: boolean;
  paymentStatus: boolean;
  customerFullName: boolean;
  deviceSerial: boolean;
  total: boolean;
  refundedTotal: boolean;
  unitPrice: boolean;
  discount: boolean;
  currency: boolean;
  salesChannel: boolean;
  soldAt: boolean;
  claimedAt: boolean;
  cancelledAt: boolean;
  createdAt: boolean;
  updatedAt: boolean;
}>;


export type SalesQuery = { __typename: 'Query', sales: { __typename: 'SaleConnection', nodes: Array<{ __typename: 'Sale', id: string, revision: number, number: string, status?: SaleStatus, paymentStatus?: PaymentStatus, customerName?: string, serial?: string, deviceId?: string, total?: number, refundedTotal?: number, unitPrice?: number, discount?: number, currency?: string, salesChannel?: SalesChannel, soldAt?: string, claimedAt?: string | null, cancelledAt?: string | null, createdAt?: string, updatedAt?: string }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type SaleCountsQueryVariables = Exact<{
  filter?: SaleFilter | null | undefined;
  summed?: SaleFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type SaleCountsQuery = { __typename: 'Query', sales: { __typename: 'SaleConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null, summed: { __typename: 'SaleConnection', totals: Array<{ __typename: 'SaleCurrencyTotals', currency: string, count: number, total: number, refundedTotal: number }> } | null };

export type SaleRowsQueryVariables = Exact<{
  ids: Array<string> | string;
  status: boolean;
  paymentStatus: boolean;
  customerFullName: boolean;
  deviceSerial: boolean;
  total: boolean;
  refundedTotal: boolean;
  unitPrice: boolean;
  discount: boolean;
  currency: boolean;
  salesChannel: boolean;
  soldAt: boolean;
  claimedAt: boolean;
  cancelledAt: boolean;
  createdAt: boolean;
  updatedAt: boolean;
}>;


export type SaleRowsQuery = { __typename: 'Query', nodes: Array<
    | { __typename: 'Admin' }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
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
    | { __typename: 'Sale', id: string, revision: number, number: string, status?: SaleStatus, paymentStatus?: PaymentStatus, customerName?: string, serial?: string, deviceId?: string, total?: number, refundedTotal?: number, unitPrice?: number, discount?: number, currency?: string, salesChannel?: SalesChannel, soldAt?: string, claimedAt?: string | null, cancelledAt?: string | null, createdAt?: string, updatedAt?: string }
    | { __typename: 'ServiceAccount' }
    | { __typename: 'StoredFile' }
    | { __typename: 'SystemSettings' }
   | null> };

export type SalePageQueryVariables = Exact<{
  id: string;
}>;


export type SalePageQuery = { __typename: 'Query', sale: { __typename: 'Sale', id: string, revision: number, number: string, status: SaleStatus, paymentStatus: PaymentStatus, refundState: RefundState, refundable: number, unitPrice: number, discount: number, total: number, refundedTotal: number, currency: string, salesChannel: SalesChannel, soldAt: string, notes: string | null, cancelledAt: string | null, cancelReason: string | null, claimedAt: string | null, deviceReleasedAt: string | null, createdAt: string, updatedAt: string, customerId: string, customerName: string, deviceId: string, serial: string, preorderId: string | null, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, customer: { __typename: 'Customer', id: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, device: { __typename: 'Device', id: string, status: DeviceStatus, model: string, hardwareRevision: string } | null, preorder: { __typename: 'Preorder', id: string, number: string, status: PreorderStatus, quantity: number } | null, refunds: { __typename: 'RefundConnection', nodes: Array<{ __typename: 'Refund', id: string, amount: number, reason: string, deviceDisposition: DeviceDisposition | null, createdAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null }> }, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string, code: ErrorCode, messageId: ErrorMessageId, params: unknown, reason: string }> }> } | null };

export type SaleFactsFragment = { __typename: 'Sale', id: string, revision: number, number: string, status: SaleStatus, paymentStatus: PaymentStatus, refundState: RefundState, refundable: number, unitPrice: number, discount: number, total: number, refundedTotal: number, currency: string, salesChannel: SalesChannel, soldAt: string, notes: string | null, cancelledAt: string | null, cancelReason: string | null, claimedAt: string | null, deviceReleasedAt: string | null, createdAt: string, updatedAt: string, customerId: string, customerName: string, deviceId: string, serial: string, preorderId: string | null, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, customer: { __typename: 'Customer', id: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, device: { __typename: 'Device', id: string, status: DeviceStatus, model: string, hardwareRevision: string } | null, preorder: { __typename: 'Preorder', id: string, number: string, status: PreorderStatus, quantity: number } | null, refunds: { __typename: 'RefundConnection', nodes: Array<{ __typename: 'Refund', id: string, amount: number, reason: string, deviceDisposition: DeviceDisposition | null, createdAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null }> }, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string, code: ErrorCode, messageId: ErrorMessageId, params: unknown, reason: string }> }> };

export type CreateSaleMutationVariables = Exact<{
  key: string;
  input: CreateSaleInput;
}>;


export type CreateSaleMutation = { __typename: 'Mutation', createSale: { __typename: 'CreateSalePayload', sale: { __typename: 'Sale', id: string, revision: number, number: string, status: SaleStatus, paymentStatus: PaymentStatus, refundState: RefundState, refundable: number, unitPrice: number, discount: number, total: number, refundedTotal: number, currency: string, salesChannel: SalesChannel, soldAt: string, notes: string | null, cancelledAt: string | null, cancelReason: string | null, claimedAt: string | null, deviceReleasedAt: string | null, createdAt: string, updatedAt: string, customerId: string, customerName: string, deviceId: string, serial: string, preorderId: string | null, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, customer: { __typename: 'Customer', id: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, device: { __typename: 'Device', id: string, status: DeviceStatus, model: string, hardwareRevision: string } | null, preorder: { __typename: 'Preorder', id: string, number: string, status: PreorderStatus, quantity: number } | null, refunds: { __typename: 'RefundConnection', nodes: Array<{ __typename: 'Refund', id: string, amount: number, reason: string, deviceDisposition: DeviceDisposition | null, createdAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null }> }, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string, code: ErrorCode, messageId: ErrorMessageId, params: unknown, reason: string }> }> } } | null };

export type UpdateSaleMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: UpdateSaleInput;
}>;


export type UpdateSaleMutation = { __typename: 'Mutation', updateSale: { __typename: 'UpdateSalePayload', sale: { __typename: 'Sale', id: string, revision: number, number: string, status: SaleStatus, paymentStatus: PaymentStatus, refundState: RefundState, refundable: number, unitPrice: number, discount: number, total: number, refundedTotal: number, currency: string, salesChannel: SalesChannel, soldAt: string, notes: string | null, cancelledAt: string | null, cancelReason: string | null, claimedAt: string | null, deviceReleasedAt: string | null, createdAt: string, updatedAt: string, customerId: string, customerName: string, deviceId: string, serial: string, preorderId: string | null, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, customer: { __typename: 'Customer', id: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, device: { __typename: 'Device', id: string, status: DeviceStatus, model: string, hardwareRevision: string } | null, preorder: { __typename: 'Preorder', id: string, number: string, status: PreorderStatus, quantity: number } | null, refunds: { __typename: 'RefundConnection', nodes: Array<{ __typename: 'Refund', id: string, amount: number, reason: string, deviceDisposition: DeviceDisposition | null, createdAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null }> }, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string, code: ErrorCode, messageId: ErrorMessageId, params: unknown, reason: string }> }> } } | null };

export type CancelSaleMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: CancelSaleInput;
}>;


export type CancelSaleMutation = { __typename: 'Mutation', cancelSale: { __typename: 'CancelSalePayload', sale: { __typename: 'Sale', id: string, revision: number, number: string, status: SaleStatus, paymentStatus: PaymentStatus, refundState: RefundState, refundable: number, unitPrice: number, discount: number, total: number, refundedTotal: number, currency: string, salesChannel: SalesChannel, soldAt: string, notes: string | null, cancelledAt: string | null, cancelReason: string | null, claimedAt: string | null, deviceReleasedAt: string | null, createdAt: string, updatedAt: string, customerId: string, customerName: string, deviceId: string, serial: string, preorderId: string | null, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, customer: { __typename: 'Customer', id: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, device: { __typename: 'Device', id: string, status: DeviceStatus, model: string, hardwareRevision: string } | null, preorder: { __typename: 'Preorder', id: string, number: string, status: PreorderStatus, quantity: number } | null, refunds: { __typename: 'RefundConnection', nodes: Array<{ __typename: 'Refund', id: string, amount: number, reason: string, deviceDisposition: DeviceDisposition | null, createdAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null }> }, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string, code: ErrorCode, messageId: ErrorMessageId, params: unknown, reason: string }> }> } } | null };

export type RefundSaleMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  key: string;
  input: RefundSaleInput;
}>;


export type RefundSaleMutation = { __typename: 'Mutation', refundSale: { __typename: 'RefundSalePayload', refund: { __typename: 'Refund', id: string }, sale: { __typename: 'Sale', id: string, revision: number, number: string, status: SaleStatus, paymentStatus: PaymentStatus, refundState: RefundState, refundable: number, unitPrice: number, discount: number, total: number, refundedTotal: number, currency: string, salesChannel: SalesChannel, soldAt: string, notes: string | null, cancelledAt: string | null, cancelReason: string | null, claimedAt: string | null, deviceReleasedAt: string | null, createdAt: string, updatedAt: string, customerId: string, customerName: string, deviceId: string, serial: string, preorderId: string | null, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, customer: { __typename: 'Customer', id: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, device: { __typename: 'Device', id: string, status: DeviceStatus, model: string, hardwareRevision: string } | null, preorder: { __typename: 'Preorder', id: string, number: string, status: PreorderStatus, quantity: number } | null, refunds: { __typename: 'RefundConnection', nodes: Array<{ __typename: 'Refund', id: string, amount: number, reason: string, deviceDisposition: DeviceDisposition | null, createdAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null }> }, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string, code: ErrorCode, messageId: ErrorMessageId, params: unknown, reason: string }> }> } } | null };

export type CorrectSaleMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  key: string;
  input: CorrectSaleInput;
}>;


export type CorrectSaleMutation = { __typename: 'Mutation', correctSale: { __typename: 'CorrectSalePayload', sale: { __typename: 'Sale', id: string, revision: number, number: string, status: SaleStatus, paymentStatus: PaymentStatus, refundState: RefundState, refundable: number, unitPrice: number, discount: number, total: number, refundedTotal: number, currency: string, salesChannel: SalesChannel, soldAt: string, notes: string | null, cancelledAt: string | null, cancelReason: string | null, claimedAt: string | null, deviceReleasedAt: string | null, createdAt: string, updatedAt: string, customerId: string, customerName: string, deviceId: string, serial: string, preorderId: string | null, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, customer: { __typename: 'Customer', id: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, device: { __typename: 'Device', id: string, status: DeviceStatus, model: string, hardwareRevision: string } | null, preorder: { __typename: 'Preorder', id: string, number: string, status: PreorderStatus, quantity: number } | null, refunds: { __typename: 'RefundConnection', nodes: Array<{ __typename: 'Refund', id: string, amount: number, reason: string, deviceDisposition: DeviceDisposition | null, createdAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null }> }, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string, code: ErrorCode, messageId: ErrorMessageId, params: unknown, reason: string }> }> } } | null };

export type LinkSaleMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: LinkSaleToPreorderInput;
}>;


export type LinkSaleMutation = { __typename: 'Mutation', linkSaleToPreorder: { __typename: 'LinkSaleToPreorderPayload', sale: { __typename: 'Sale', id: string, revision: number, number: string, status: SaleStatus, paymentStatus: PaymentStatus, refundState: RefundState, refundable: number, unitPrice: number, discount: number, total: number, refundedTotal: number, currency: string, salesChannel: SalesChannel, soldAt: string, notes: string | null, cancelledAt: string | null, cancelReason: string | null, claimedAt: string | null, deviceReleasedAt: string | null, createdAt: string, updatedAt: string, customerId: string, customerName: string, deviceId: string, serial: string, preorderId: string | null, createdBy: { __typename: 'AdminOption', id: string, name: string } | null, customer: { __typename: 'Customer', id: string, email: string | null, phone: string | null, city: string | null, country: string | null } | null, device: { __typename: 'Device', id: string, status: DeviceStatus, model: string, hardwareRevision: string } | null, preorder: { __typename: 'Preorder', id: string, number: string, status: PreorderStatus, quantity: number } | null, refunds: { __typename: 'RefundConnection', nodes: Array<{ __typename: 'Refund', id: string, amount: number, reason: string, deviceDisposition: DeviceDisposition | null, createdAt: string, createdBy: { __typename: 'AdminOption', id: string, name: string } | null }> }, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null, lockedFields: Array<{ __typename: 'LockedField', field: string, code: ErrorCode, messageId: ErrorMessageId, params: unknown, reason: string }> }> } } | null };

export type BulkUpdateSaleMutationVariables = Exact<{
  records: Array<BulkRecordInput> | BulkRecordInput;
  input: UpdateSaleInput;
}>;


export type BulkUpdateSaleMutation = { __typename: 'Mutation', bulkUpdateSale: { __typename: 'BulkUpdateSalePayload', results: Array<{ __typename: 'BulkSaleResult', id: string, ok: boolean, error: { __typename: 'BulkError', code: ErrorCode, messageId: ErrorMessageId, message: string, params: unknown, requestId: string, retryAfterSeconds: number | null } | null }> } | null };

export type BulkCancelSaleMutationVariables = Exact<{
  records: Array<BulkRecordInput> | BulkRecordInput;
  input: CancelSaleInput;
}>;


export type BulkCancelSaleMutation = { __typename: 'Mutation', bulkCancelSale: { __typename: 'BulkCancelSalePayload', results: Array<{ __typename: 'BulkSaleResult', id: string, ok: boolean, error: { __typename: 'BulkError', code: ErrorCode, messageId: ErrorMessageId, message: string, params: unknown, requestId: string, retryAfterSeconds: number | null } | null }> } | null };

export type ServiceAccountRowFragment = { __typename: 'ServiceAccount', id: string, name: string, role?: AdminRole, status?: ServiceAccountStatus, lastUsedAt?: string | null, expiresAt?: string, createdAt?: string, revokedAt?: string | null, owner?: { __typename: 'AdminOption', id: string, name: string } | null };

export type ServiceAccountsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: ServiceAccountFilter | null | undefined;
  sort?: Array<ServiceAccountSort> | ServiceAccountSort | null | undefined;
  search?: string | null | undefined;
  role: boolean;
  status: boolean;
  lastUsedAt: boolean;
  expiresAt: boolean;
  createdAt: boolean;
  revokedAt: boolean;
  ownerName: boolean;
}>;


export type ServiceAccountsQuery = { __typename: 'Query', serviceAccounts: { __typename: 'ServiceAccountConnection', nodes: Array<{ __typename: 'ServiceAccount', id: string, name: string, role?: AdminRole, status?: ServiceAccountStatus, lastUsedAt?: string | null, expiresAt?: string, createdAt?: string, revokedAt?: string | null, owner?: { __typename: 'AdminOption', id: string, name: string } | null }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type ServiceAccountCountsQueryVariables = Exact<{
  filter?: ServiceAccountFilter | null | undefined;
  search?: string | null | undefined;
}>;


export type ServiceAccountCountsQuery = { __typename: 'Query', serviceAccounts: { __typename: 'ServiceAccountConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type ServiceAccountPageQueryVariables = Exact<{
  id: string;
}>;


export type ServiceAccountPageQuery = { __typename: 'Query', serviceAccount: { __typename: 'ServiceAccount', id: string, name: string, role: AdminRole, status: ServiceAccountStatus, lastUsedAt: string | null, expiresAt: string, createdAt: string, revokedAt: string | null, owner: { __typename: 'AdminOption', id: string, name: string } | null, revokedBy: { __typename: 'AdminOption', id: string, name: string } | null } | null };

export type ServiceAccountDeedsQueryVariables = Exact<{
  id: string;
}>;


export type ServiceAccountDeedsQuery = { __typename: 'Query', auditEntries: { __typename: 'AuditEntryConnection', nodes: Array<{ __typename: 'AuditEntry', id: string, at: string, action: AuditAction, targetKind: TargetKind | null, targetId: string | null, changes: unknown, detail: unknown, record:
        | { __typename: 'Admin', id: string, adminName: string }
        | { __typename: 'AdminOption', id: string }
        | { __typename: 'AuditEntry', id: string }
        | { __typename: 'Batch', id: string, batchCode: string }
        | { __typename: 'BusinessSettings', id: string }
        | { __typename: 'ClaimCode', lastFour: string, id: string }
        | { __typename: 'Customer', fullName: string, id: string }
        | { __typename: 'CustomerNote', id: string }
        | { __typename: 'Device', serial: string, id: string }
        | { __typename: 'DeviceClaimCode', id: string }
        | { __typename: 'DeviceEvent', id: string }
        | { __typename: 'Installation', serial: string, version: string, id: string }
        | { __typename: 'InstallationEvent', id: string }
        | { __typename: 'MaintenanceGrant', id: string }
        | { __typename: 'OfferDecision', id: string }
        | { __typename: 'Pairing', id: string }
        | { __typename: 'Preorder', number: string, id: string }
        | { __typename: 'PreorderEvent', id: string }
        | { __typename: 'PreorderSettings', id: string }
        | { __typename: 'Presence', id: string }
        | { __typename: 'Refund', id: string }
        | { __typename: 'Release', version: string, id: string }
        | { __typename: 'ReleaseEvent', id: string }
        | { __typename: 'Sale', number: string, currency: string, id: string }
        | { __typename: 'ServiceAccount', id: string, scriptName: string }
        | { __typename: 'StoredFile', id: string }
        | { __typename: 'SystemSettings', id: string }
       | null }> } | null };

export type CreateServiceAccountMutationVariables = Exact<{
  input: CreateServiceAccountInput;
}>;


export type CreateServiceAccountMutation = { __typename: 'Mutation', createServiceAccount: { __typename: 'CreateServiceAccountPayload', token: string, serviceAccount: { __typename: 'ServiceAccount', id: string } } | null };

export type RevokeServiceAccountMutationVariables = Exact<{
  id: string;
}>;


export type RevokeServiceAccountMutation = { __typename: 'Mutation', revokeServiceAccount: { __typename: 'RevokeServiceAccountPayload', serviceAccount: { __typename: 'ServiceAccount', id: string, status: ServiceAccountStatus, revokedAt: string | null } } | null };

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', role: AdminRole, permissions: Array<string>, timeZone: string, admin: { __typename: 'SignedInAdmin', id: string, name: string, email: string, mustChangePassword: boolean }, preferences: { __typename: 'Preferences', language: Locale | null, theme: Theme, density: Density, pageSize: number, timeZone: string | null }, session: { __typename: 'Session', expiresAt: string } | null } | null };

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

export type BusinessFactsFragment = { __typename: 'BusinessSettings', id: string, revision: number, updatedAt: string, companyName: string, orderNumberPrefix: string, defaultCurrency: string, defaultDevicePrice: number, onlineThresholdMinutes: number, activeThresholdDays: number };

export type SystemFactsFragment = { __typename: 'SystemSettings', id: string, revision: number, updatedAt: string, defaultFirmwareChannel: FirmwareChannel, defaultRolloutPercentage: number, maximumMacsPerDevice: number, pairingCertificateDays: number, heartbeatTimeoutSeconds: number };

export type SettingsPageQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsPageQuery = { __typename: 'Query', settings: { __typename: 'Settings', business: { __typename: 'BusinessSettings', id: string, revision: number, updatedAt: string, companyName: string, orderNumberPrefix: string, defaultCurrency: string, defaultDevicePrice: number, onlineThresholdMinutes: number, activeThresholdDays: number }, system: { __typename: 'SystemSettings', id: string, revision: number, updatedAt: string, defaultFirmwareChannel: FirmwareChannel, defaultRolloutPercentage: number, maximumMacsPerDevice: number, pairingCertificateDays: number, heartbeatTimeoutSeconds: number } } | null };

export type UpdateBusinessSettingsMutationVariables = Exact<{
  revision?: number | null | undefined;
  input: UpdateBusinessSettingsInput;
}>;


export type UpdateBusinessSettingsMutation = { __typename: 'Mutation', updateBusinessSettings: { __typename: 'UpdateBusinessSettingsPayload' } | null };

export type UpdateSystemSettingsMutationVariables = Exact<{
  revision?: number | null | undefined;
  input: UpdateSystemSettingsInput;
}>;


export type UpdateSystemSettingsMutation = { __typename: 'Mutation', updateSystemSettings: { __typename: 'UpdateSystemSettingsPayload' } | null };

export type AdminRowFragment = { __typename: 'Admin', id: string, revision: number, name: string, email?: string, role?: AdminRole, status?: AdminStatus, mustChangePassword?: boolean, lastLoginAt?: string | null, createdAt?: string, updatedAt?: string };

export type AdminFactsFragment = { __typename: 'Admin', id: string, revision: number, name: string, email: string, role: AdminRole, status: AdminStatus, mustChangePassword: boolean, lastLoginAt: string | null, createdAt: string, updatedAt: string, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> };

export type TeamQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  filter?: AdminFilter | null | undefined;
  sort?: Array<AdminSort> | AdminSort | null | undefined;
  email: boolean;
  role: boolean;
  status: boolean;
  mustChangePassword: boolean;
  lastLoginAt: boolean;
  createdAt: boolean;
  updatedAt: boolean;
}>;


export type TeamQuery = { __typename: 'Query', team: { __typename: 'AdminConnection', nodes: Array<{ __typename: 'Admin', id: string, revision: number, name: string, email?: string, role?: AdminRole, status?: AdminStatus, mustChangePassword?: boolean, lastLoginAt?: string | null, createdAt?: string, updatedAt?: string }>, pageInfo: { __typename: 'PageInfo', startCursor: string | null, endCursor: string | null, hasNextPage: boolean, hasPreviousPage: boolean } } | null };

export type TeamCountsQueryVariables = Exact<{
  filter?: AdminFilter | null | undefined;
}>;


export type TeamCountsQuery = { __typename: 'Query', team: { __typename: 'AdminConnection', totalCount: number, facets: Array<{ __typename: 'Facet', field: string, values: Array<{ __typename: 'FacetValue', value: string | null, count: number }> }> } | null };

export type AdminPageQueryVariables = Exact<{
  id: string;
}>;


export type AdminPageQuery = { __typename: 'Query', node:
    | { __typename: 'Admin', id: string, revision: number, name: string, email: string, role: AdminRole, status: AdminStatus, mustChangePassword: boolean, lastLoginAt: string | null, createdAt: string, updatedAt: string, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> }
    | { __typename: 'AdminOption' }
    | { __typename: 'AuditEntry' }
    | { __typename: 'Batch' }
    | { __typename: 'BusinessSettings' }
    | { __typename: 'ClaimCode' }
    | { __typename: 'Customer' }
    | { __typename: 'CustomerNote' }
    | { __typename: 'Device' }
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
   | null };

export type AdminScriptsQueryVariables = Exact<{
  id: string;
}>;


export type AdminScriptsQuery = { __typename: 'Query', serviceAccounts: { __typename: 'ServiceAccountConnection', nodes: Array<{ __typename: 'ServiceAccount', id: string, name: string, role: AdminRole, status: ServiceAccountStatus, lastUsedAt: string | null, expiresAt: string }> } | null };

export type AdminDeedsQueryVariables = Exact<{
  id: string;
}>;


export type AdminDeedsQuery = { __typename: 'Query', undergone: { __typename: 'AuditEntryConnection', nodes: Array<{ __typename: 'AuditEntry', id: string, at: string, action: AuditAction, changes: unknown, actorType: ActorType, actor: { __typename: 'AdminOption', id: string, name: string } | null }> } | null, auditEntries: { __typename: 'AuditEntryConnection', nodes: Array<{ __typename: 'AuditEntry', id: string, at: string, action: AuditAction, targetKind: TargetKind | null, targetId: string | null, changes: unknown, detail: unknown, record:
        | { __typename: 'Admin', id: string, adminName: string }
        | { __typename: 'AdminOption', id: string }
        | { __typename: 'AuditEntry', id: string }
        | { __typename: 'Batch', id: string, batchCode: string }
        | { __typename: 'BusinessSettings', id: string }
        | { __typename: 'ClaimCode', lastFour: string, id: string }
        | { __typename: 'Customer', fullName: string, id: string }
        | { __typename: 'CustomerNote', id: string }
        | { __typename: 'Device', serial: string, id: string }
        | { __typename: 'DeviceClaimCode', id: string }
        | { __typename: 'DeviceEvent', id: string }
        | { __typename: 'Installation', serial: string, version: string, id: string }
        | { __typename: 'InstallationEvent', id: string }
        | { __typename: 'MaintenanceGrant', id: string }
        | { __typename: 'OfferDecision', id: string }
        | { __typename: 'Pairing', id: string }
        | { __typename: 'Preorder', number: string, id: string }
        | { __typename: 'PreorderEvent', id: string }
        | { __typename: 'PreorderSettings', id: string }
        | { __typename: 'Presence', id: string }
        | { __typename: 'Refund', id: string }
        | { __typename: 'Release', version: string, id: string }
        | { __typename: 'ReleaseEvent', id: string }
        | { __typename: 'Sale', number: string, currency: string, id: string }
        | { __typename: 'ServiceAccount', id: string, scriptName: string }
        | { __typename: 'StoredFile', id: string }
        | { __typename: 'SystemSettings', id: string }
       | null }> } | null };

export type CreateAdminMutationVariables = Exact<{
  input: CreateAdminInput;
}>;


export type CreateAdminMutation = { __typename: 'Mutation', createAdmin: { __typename: 'CreateAdminPayload', temporaryPassword: string, admin: { __typename: 'Admin', id: string, revision: number, name: string, email: string, role: AdminRole, status: AdminStatus, mustChangePassword: boolean, lastLoginAt: string | null, createdAt: string, updatedAt: string, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type SetAdminRoleMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: SetAdminRoleInput;
}>;


export type SetAdminRoleMutation = { __typename: 'Mutation', setAdminRole: { __typename: 'SetAdminRolePayload', admin: { __typename: 'Admin', id: string, revision: number, name: string, email: string, role: AdminRole, status: AdminStatus, mustChangePassword: boolean, lastLoginAt: string | null, createdAt: string, updatedAt: string, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type SetAdminStatusMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  input: SetAdminStatusInput;
}>;


export type SetAdminStatusMutation = { __typename: 'Mutation', setAdminStatus: { __typename: 'SetAdminStatusPayload', temporaryPassword: string | null, admin: { __typename: 'Admin', id: string, revision: number, name: string, email: string, role: AdminRole, status: AdminStatus, mustChangePassword: boolean, lastLoginAt: string | null, createdAt: string, updatedAt: string, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type ResetAdminPasswordMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
}>;


export type ResetAdminPasswordMutation = { __typename: 'Mutation', resetAdminPassword: { __typename: 'ResetAdminPasswordPayload', temporaryPassword: string, admin: { __typename: 'Admin', id: string, revision: number, name: string, email: string, role: AdminRole, status: AdminStatus, mustChangePassword: boolean, lastLoginAt: string | null, createdAt: string, updatedAt: string, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };

export type RevokeAdminSessionsMutationVariables = Exact<{
  id: string;
}>;


export type RevokeAdminSessionsMutation = { __typename: 'Mutation', revokeAdminSessions: { __typename: 'RevokeAdminSessionsPayload', endedSessions: number } | null };

export type FirstStepsQueryVariables = Exact<{
  admin: string;
}>;


export type FirstStepsQuery = { __typename: 'Query', password: { __typename: 'AuditEntryConnection', totalCount: number } | null, settings: { __typename: 'AuditEntryConnection', totalCount: number } | null, batches: { __typename: 'BatchConnection', totalCount: number } | null, releases: { __typename: 'ReleaseConnection', totalCount: number } | null, heard: { __typename: 'DeviceConnection', totalCount: number } | null, sales: { __typename: 'SaleConnection', totalCount: number } | null };

export type TodayOverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type TodayOverviewQuery = { __typename: 'Query', overview: { __typename: 'Overview', generatedAt: string, timezone: string, customers: { __typename: 'OverviewCustomers', total: number }, devices: { __typename: 'OverviewDevices', online: number, total: number }, preorders: { __typename: 'OverviewPreorders', reserved: number, capacity: number | null, remaining: number | null, byStatus: Array<{ __typename: 'PreorderStatusCount', status: PreorderStatus, count: number }> }, sales: { __typename: 'OverviewSales', today: Array<{ __typename: 'CurrencySales', currency: string, orders: number, netRevenue: number }>, last7Days: Array<{ __typename: 'CurrencySales', currency: string, orders: number, netRevenue: number }> } } | null };

export type TodayTotalsFragment = { __typename: 'SalesTotals', orders: number, netRevenue: number, refunded: number, averageOrderValue: number | null };

export type TodaySalesQueryVariables = Exact<{
  range: SalesRange;
}>;


export type TodaySalesQuery = { __typename: 'Query', salesAnalytics: { __typename: 'SalesAnalytics', generatedAt: string, range: { __typename: 'SalesAnalyticsRange', from: string, to: string, grain: TimeGrain, currency: string, timezone: string }, totals: { __typename: 'SalesTotals', orders: number, netRevenue: number, refunded: number, averageOrderValue: number | null }, previous: { __typename: 'PreviousSalesTotals', from: string, to: string, orders: number, netRevenue: number, refunded: number, averageOrderValue: number | null }, series: Array<{ __typename: 'SalesBucket', start: string, date: string, orders: number, netRevenue: number }>, byChannel: Array<{ __typename: 'SalesByChannel', channel: SalesChannel, orders: number, netRevenue: number }> } | null };

export type TodaySalesBeforeQueryVariables = Exact<{
  from: string;
  to: string;
  currency: string;
}>;


export type TodaySalesBeforeQuery = { __typename: 'Query', salesAnalytics: { __typename: 'SalesAnalytics', range: { __typename: 'SalesAnalyticsRange', from: string, to: string, grain: TimeGrain }, series: Array<{ __typename: 'SalesBucket', netRevenue: number }> } | null };

export type TodayPreordersQueryVariables = Exact<{
  query: PreorderQuestion;
}>;


export type TodayPreordersQuery = { __typename: 'Query', preorderMetrics: { __typename: 'AnalyticsTable', asOf: string, from: string | null, to: string | null, previousFrom: string | null, previousTo: string | null, totals: Array<number | null>, previousTotals: Array<number | null> | null, rows: Array<{ __typename: 'AnalyticsRow', bucketStart: string | null, bucketLabel: string | null, partial: boolean, previousBucketLabel: string | null, metrics: Array<number | null>, previous: Array<number | null> | null }> } | null };

export type TodayFunnelQueryVariables = Exact<{ [key: string]: never; }>;


export type TodayFunnelQuery = { __typename: 'Query', preorderAnalytics: { __typename: 'PreorderAnalytics', funnel: { __typename: 'PreorderFunnel', byStatus: Array<{ __typename: 'PreorderStatusCount', status: PreorderStatus, count: number }> } } | null };

export type TodayOperationsQueryVariables = Exact<{ [key: string]: never; }>;


export type TodayOperationsQuery = { __typename: 'Query', operationsAnalytics: { __typename: 'OperationsAnalytics', activeThresholdDays: number, onlineThresholdMinutes: number, devices: { __typename: 'DeviceAnalytics', total: number, online: number, offline: number, neverSeen: number, byStatus: Array<{ __typename: 'DeviceStatusCount', status: DeviceStatus, count: number }>, byFirmwareVersion: Array<{ __typename: 'FirmwareVersionCount', firmwareVersion: string, devices: number, online: number }> } } | null };

export type WaitingInstallationFragment = { __typename: 'Installation', id: string, serial: string, version: string, status: InstallationStatus, stuckSince: string | null, lastReportAt: string | null };

export type WaitingPreorderFragment = { __typename: 'Preorder', id: string, revision: number, number: string, fullName: string | null, status: PreorderStatus, createdAt: string, cancelledAt: string | null, currency: string, depositAmount: number | null, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> };

export type TodayQueueQueryVariables = Exact<{
  withInstallations: boolean;
  withReleases: boolean;
  withPreorders: boolean;
}>;


export type TodayQueueQuery = { __typename: 'Query', bricked?: { __typename: 'InstallationConnection', totalCount: number, nodes: Array<{ __typename: 'Installation', id: string, serial: string, version: string, status: InstallationStatus, stuckSince: string | null, lastReportAt: string | null }> } | null, stuck?: { __typename: 'InstallationConnection', totalCount: number, nodes: Array<{ __typename: 'Installation', id: string, serial: string, version: string, status: InstallationStatus, stuckSince: string | null, lastReportAt: string | null }> } | null, paused?: { __typename: 'ReleaseConnection', totalCount: number, nodes: Array<{ __typename: 'Release', id: string, version: string, channel: FirmwareChannel, hardwareRevision: string, rolloutPercentage: number, pauseReason: string | null, updatedAt: string, pauseExplanation: { __typename: 'Explanation', code: ExplanationCode, params: unknown } | null }> } | null, waiting?: { __typename: 'PreorderConnection', totalCount: number, nodes: Array<{ __typename: 'Preorder', id: string, revision: number, number: string, fullName: string | null, status: PreorderStatus, createdAt: string, cancelledAt: string | null, currency: string, depositAmount: number | null, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> }> } | null, refunds?: { __typename: 'PreorderConnection', totalCount: number, nodes: Array<{ __typename: 'Preorder', id: string, revision: number, number: string, fullName: string | null, status: PreorderStatus, createdAt: string, cancelledAt: string | null, currency: string, depositAmount: number | null, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> }> } | null };

export type TodayAssignMutationVariables = Exact<{
  id: string;
  revision?: number | null | undefined;
  adminId?: string | null | undefined;
}>;


export type TodayAssignMutation = { __typename: 'Mutation', assignPreorder: { __typename: 'AssignPreorderPayload', preorder: { __typename: 'Preorder', id: string, revision: number, number: string, fullName: string | null, status: PreorderStatus, createdAt: string, cancelledAt: string | null, currency: string, depositAmount: number | null, assignedAdmin: { __typename: 'AdminOption', id: string, name: string } | null, availableActions: Array<{ __typename: 'AvailableAction', operation: string, to: string | null, allowed: boolean, blockedBy: BlockedBy | null, code: ErrorCode | null, messageId: ErrorMessageId | null, params: unknown, reason: string | null }> } } | null };
