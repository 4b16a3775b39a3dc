const folders = [
  '.github/workflows/',
  '.github/actions/',
  '.circleci/',
  '.buildkite/',
  '.forgejo/',
  '.gitea/',
  '.ci/',
]

/** Names of files at any depth, in lower case. */
const names = new Set([
  '.gitlab-ci.yml',
  '.gitlab-ci.yaml',
  '.travis.yml',
  '.drone.yml',
  '.woodpecker.yml',
  '.woodpecker.yaml',
  '.cirrus.yml',
  '.appveyor.yml',
  'appveyor.yml',
  'azure-pipelines.yml',
  'bitbucket-pipelines.yml',
  'cloudbuild.yaml',
  'jenkinsfile',
])

/** Whether a path names a file that decides what a continuous integration service runs. */
export const isCiFile = (path: string): boolean =>
  folders.some((folder) => path.startsWith(folder)) ||
  names.has(path.slice(path.lastIndexOf('/') + 1).toLowerCase())
