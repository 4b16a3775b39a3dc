/** Returns the bytes that a signature of an envelope covers: DSSE's pre-authentication encoding. */
export const preAuthentication = (payloadType: string, payload: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.byteLength} `, 'utf8'),
    payload,
  ])
