import type { PageFile } from './read-page-files.ts'

/** The page may load its own scripts and styles, and call the API beside it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns a file of the page, with the rules for its browser. */
export const servePage = ({ body, type, isFixed }: PageFile): Response =>
  new Response(body, {
    headers: {
      'content-type': type,
      'cache-control': isFixed ? 'max-age=31536000, immutable' : 'no-store',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  })
