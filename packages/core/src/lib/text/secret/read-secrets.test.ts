import { expect, it } from 'vitest'
import { readSecrets } from './read-secrets.ts'

it('finds secrets by the names of their variables', () => {
  const env = {
    ANTHROPIC_API_KEY: 'sk-ant-0123456789',
    GITHUB_TOKEN: 'ghp_0123456789ab',
    SHORT_TOKEN: 'yes',
    SSH_KEY_PATH: '/home/ada/.ssh/id_ed25519',
    HOME: '/home/ada/and/more',
  }
  expect(readSecrets(env)).toEqual(['sk-ant-0123456789', 'ghp_0123456789ab'])
})
