// Written by `npm run generate` from schema.graphql and the .graphql files. Do not edit.
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AdminRole =
  | 'ADMIN'
  | 'FIRMWARE_MANAGER'
  | 'OPERATIONS'
  | 'SALES'
  | 'SUPER_ADMIN'
  | 'SUPPORT'
  | 'VIEWER';
export type Density =
  | 'COMFORTABLE'
  | 'COMPACT';
export type Locale =
  | 'en'
  | 'ru'
  | 'uz';
export type Theme =
  | 'DARK'
  | 'LIGHT'
  | 'SYSTEM';

export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { __typename: 'Query', viewer: { __typename: 'Viewer', role: AdminRole, permissions: Array<string>, admin: { __typename: 'SignedInAdmin', id: string, name: string, email: string, mustChangePassword: boolean }, preferences: { __typename: 'Preferences', language: Locale, theme: Theme, density: Density, pageSize: number, timeZone: string | null } } | null };
