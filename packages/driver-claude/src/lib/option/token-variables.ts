/** Variables that contain a login other than a key. */
export const tokenVariables = ['ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']

/** Variables that select another cloud, each with the name prefixes of that cloud's login variables. */
export const cloudVariables: Readonly<Record<string, readonly string[]>> = {
  CLAUDE_CODE_USE_BEDROCK: ['AWS_', 'BEDROCK_', 'ANTHROPIC_BEDROCK_'],
  CLAUDE_CODE_USE_VERTEX: ['GOOGLE_', 'GCLOUD_', 'CLOUD_ML_', 'CLOUDSDK_', 'VERTEX_', 'ANTHROPIC_VERTEX_'],
  CLAUDE_CODE_USE_FOUNDRY: ['AZURE_', 'ANTHROPIC_FOUNDRY_'],
}

/** Lists the cloud variables that are switched on. */
export const chosenClouds = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(cloudVariables).filter((name) => /^(?:1|true|yes|on)$/i.test(environment[name]?.trim() ?? ''))
