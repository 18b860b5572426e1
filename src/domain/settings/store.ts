/** The exit for other modules: what they may use of this module's tables. It imports no module, which avoids cycles. */
export {
  findBusinessSettings,
  findSaleDefaults,
  findSystemSettings,
} from '../../persistence/settings/settings-repository.ts';
