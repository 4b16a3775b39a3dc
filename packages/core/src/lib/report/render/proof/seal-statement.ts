import { hashText } from '../../../text/hash-text.ts'
import { type ProofEnvelope, type ProofStatement, statementMediaType } from './proof-statement.ts'

/**
 * Writes a statement as the payload of an envelope, and its SHA-256. The payload is JSON in ASCII, so its
 * characters are its bytes.
 */
export const sealStatement = (statement: ProofStatement): { payload: string; digest: string } => {
  const payload = JSON.stringify(statement).replaceAll(
    /[^\0-~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return { payload, digest: hashText(payload) }
}

/** Writes an envelope as the file that the chain contains. */
export const writeEnvelope = (payload: string, signatures: ProofEnvelope['signatures']): string =>
  `${JSON.stringify({ payloadType: statementMediaType, payload: btoa(payload), signatures }, undefined, 2)}\n`

/** Reads the statement of an envelope without verifying it; undefined if it has another form. */
export const openEnvelope = (
  text: string,
): { statement: ProofStatement; digest: string; isSigned: boolean } | undefined => {
  try {
    const { payload, signatures } = JSON.parse(text) as ProofEnvelope
    const json = atob(payload)
    const statement = JSON.parse(json) as ProofStatement
    if (typeof statement.predicate.runId !== 'string') return undefined
    return { statement, digest: hashText(json), isSigned: signatures.length > 0 }
  } catch {
    return undefined
  }
}
