/** Variables that are a login of their own, instead of a key. */
export const tokenVariables = ['ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN']

/** Variables that send the agent to another cloud, each with the beginnings of the names that hold its login. */
export const cloudVariables: Readonly<Record<string, readonly string[]>> = {
  CLAUDE_CODE_USE_BEDROCK: ['AWS_', 'BEDROCK_', 'ANTHROPIC_BEDROCK_'],
  CLAUDE_CODE_USE_VERTEX: ['GOOGLE_', 'GCLOUD_', 'CLOUD_ML_', 'CLOUDSDK_', 'VERTEX_', 'ANTHROPIC_VERTEX_'],
  CLAUDE_CODE_USE_FOUNDRY: ['AZURE_', 'ANTHROPIC_FOUNDRY_'],
}

/** The switches of clouds that are on. */
export const chosenClouds = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(cloudVariables).filter((name) => /^(?:1|true|yes|on)$/i.test(environment[name]?.trim() ?? ''))
