import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';

/** What a provisioning station needs of an envelope. */
export interface Envelope {
  readonly serial: string;
  readonly claimCode: string;
  /** 32 bytes in base64url. */
  readonly deviceSecret: string;
}

/** Opens a compact JWE (RFC 7516) with RSA-OAEP-256 and A256GCM. */
export function openEnvelope(jwe: string, privateKey: KeyObject): Envelope {
  const [head = '', key = '', iv = '', content = '', tag = ''] = jwe.split('.');
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const contentKey = privateDecrypt({ key: privateKey, oaepHash: 'sha256', padding }, bytes(key));
  const decipher = createDecipheriv('aes-256-gcm', contentKey, bytes(iv));
  decipher.setAAD(Buffer.from(head, 'ascii'));
  decipher.setAuthTag(bytes(tag));
  return JSON.parse(Buffer.concat([decipher.update(bytes(content)), decipher.final()]).toString('utf8'));
}
