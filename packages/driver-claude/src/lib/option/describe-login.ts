import type { ClaudeLogin } from './find-login.ts'

/** Names the login that sessions use. Never contains a secret. */
export const describeLogin = (login: ClaudeLogin): string => {
  switch (login.kind) {
    case 'cloud':
      return `the cloud that ${login.name} selects`
    case 'key':
      return login.name === undefined ? 'the key in the option `apiKey`' : `the key in ${login.name}`
    case 'token':
      return `the token in ${login.name}`
    case 'own':
      return "Claude's own login on this machine"
    case 'none':
      return 'none'
  }
}
