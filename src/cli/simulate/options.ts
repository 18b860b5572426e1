/** Options of `karvon simulate`, as commander parses them. */
export interface SimulateOptions {
  readonly url: string;
  readonly credentials?: string;
  readonly adminEmail?: string;
  readonly adminPassword?: string;
  readonly save?: string;
  readonly devices?: number;
  readonly model: string;
  readonly hardwareRevision: string;
  readonly firmware: string;
  readonly build: number;
  readonly channel: string;
  readonly brand: string;
  readonly badRate: number;
  readonly powerCuts: number;
  readonly nights: number;
  readonly unplugged: number;
  readonly forEver: number;
  readonly silentReports: number;
  readonly loss: number;
  readonly skew: number;
  readonly seed: string;
  readonly duration?: number;
  readonly expect?: string;
  readonly timeScale: number;
  readonly concurrency: number;
  readonly allowUnsigned: boolean;
  readonly json: boolean;
}
