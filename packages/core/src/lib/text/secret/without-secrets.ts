import { redactSecrets } from './match-secrets.ts'

const begins = '-----BEGIN '

/**
 * Passes the parts of a text to `emit` without secrets, also those that several parts contain: a private key
 * is held back until its end, and each line of a known secret is one.
 */
export const withoutSecrets = (
  secrets: readonly string[],
  emit: (text: string) => void,
): ((part: string) => void) => {
  const known = secrets.flatMap((secret) => [secret, ...(secret.includes('\n') ? secret.split('\n') : [])])
  let held = ''
  return (part) => {
    const text = held + part
    const at = text.lastIndexOf(begins)
    const isOpen = at >= 0 && !text.includes('-----END ', at)
    // The header is enough to remove the rest.
    held = isOpen ? text.slice(at, at + 64) : ''
    const clean = redactSecrets(isOpen ? text.slice(0, at) : text, known)
    if (clean !== '') emit(clean)
  }
}
