/**
 * Bugs that lose or publish a user's data: in the user's checkout, in phases that run there, and in slots.
 * The named test files must find each on a real repository.
 */
const git = 'packages/node/src/lib/git'
const inPlace = `${git}/in-place`
const checkout = `${git}/checkout`
const slot = `${git}/slot`
const tests = 'packages/node/test'
const usersFiles = [`${tests}/in-place/users-files.test.ts`]
const followedBranch = [`${tests}/in-place/followed-branch.test.ts`]
const slots = [`${tests}/slots.test.ts`]
const hostile = [`${tests}/hostile-workspace.test.ts`]

export const checkoutBugs = [
  {
    name: "user's data: files below an ignored folder are not the user's",
    file: `${inPlace}/snapshot.ts`,
    search: `    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1))
      if (above.has(path.slice(0, end))) return true
    return false`,
    replace: '    return above.has(path)',
    tests: usersFiles,
  },
  {
    name: "user's data: a process that lost its run ends the phase of the next one",
    file: `${inPlace}/end-place.ts`,
    search: '  if (!(await isOurs(place))) return false\n',
    replace: '  await isOurs(place)\n',
    tests: usersFiles,
  },
  {
    name: "user's data: a process that lost its run resets the files of the next one",
    file: `${inPlace}/place.ts`,
    search: 'if (await isOurs(place)) return',
    replace: 'if (await isOurs(place).then(() => true)) return',
    tests: usersFiles,
  },
  {
    name: "user's data: a phase ends although HEAD has moved",
    file: `${inPlace}/end-place.ts`,
    search: 'if (branch !== snapshot.branch || (head !== snapshot.head && head !== own.text)) return false',
    replace: 'if (branch !== snapshot.branch && head === own.text) return false',
    tests: usersFiles,
  },
  {
    name: "user's data: a snapshot is restored to another worktree",
    file: `${inPlace}/recover-in-place.ts`,
    search: 'if (found === null || found.snapshot.top !== repository.top) return',
    replace: 'if (found === null) return',
    tests: usersFiles,
  },
  {
    name: "user's data: files hidden from git's checks are not the user's",
    file: `${inPlace}/read-own-paths.ts`,
    search: "if (!line.startsWith('H '))",
    replace: "if (line.startsWith('M '))",
    tests: usersFiles,
  },
  {
    name: "user's data: git may collect the files of a snapshot",
    file: `${inPlace}/snapshot.ts`,
    search: '    input: [...files]\n',
    replace: '    input: [...files].slice(files.size)\n',
    tests: usersFiles,
  },
  {
    name: "user's data: discarded work is committed after it is removed",
    file: `${inPlace}/put/put-commit.ts`,
    search: '    await keep(\n',
    replace: '    await putTree(place, commit, isSpared)\n    await keep(\n',
    tests: usersFiles,
  },
  {
    name: "user's data: discarded work moves the ref of the attempt",
    file: `${inPlace}/put/put-commit.ts`,
    search: 'attempt !== null && (await isFree(repository, attempt)) ? attempt : left',
    replace: 'attempt !== null ? attempt : (await isFree(repository, left)) ? left : left',
    tests: usersFiles,
  },
  {
    name: "user's data: a file in the place of the user's folder is work",
    file: `${inPlace}/place.ts`,
    search: '  for (const other of own.keys()) if (other.startsWith(`${path}/`)) return true\n',
    replace: '',
    tests: usersFiles,
  },
  {
    name: "user's data: others may read the files set aside",
    file: `${inPlace}/place-folder.ts`,
    search: 'mode: 0o700',
    replace: 'mode: 0o755',
    tests: usersFiles,
  },
  {
    name: "user's data: a run begins in a checkout where another one works",
    file: `${inPlace}/open-in-place.ts`,
    search: '  await checkNoOtherRun(repository, runId)\n',
    replace: '  await checkNoOtherRun(repository, runId).catch(() => {})\n',
    tests: usersFiles,
  },
  {
    name: "user's data: the user's file is written through a link",
    file: `${checkout}/clear-way.ts`,
    search: '    if (found !== null && !found.isDirectory()) await setAside(folder, aside)\n',
    replace: '    if (found?.isFile()) await setAside(folder, aside)\n',
    tests: usersFiles,
  },
  {
    name: "user's data: ignored files in the place of a written file are removed",
    file: `${checkout}/clear-way.ts`,
    search: 'await rmdir(place).catch(() => setAside(place, aside))',
    replace: 'await rm(place, { recursive: true })',
    tests: usersFiles,
  },
  {
    name: "user's data: ignored files in the place of a removed file are removed",
    file: `${checkout}/clear-way.ts`,
    search: 'await rmdir(path).catch(() => setAside(path, aside))',
    replace: 'await rm(path, { recursive: true })',
    tests: usersFiles,
  },
  {
    name: "user's data: the index is written under another git's lock",
    file: `${checkout}/index-file.ts`,
    search: "open(lock, 'wx', 0o600)",
    replace: "open(lock, 'w', 0o600)",
    tests: [`${checkout}/index-file.test.ts`],
  },
  {
    name: "user's data: a moved branch replaces what the user has staged",
    file: `${checkout}/index-file.ts`,
    search: 'return isSameEntry(now, from) && !isSameEntry(now, to)',
    replace: 'return !isSameEntry(now, to)',
    tests: followedBranch,
  },
  {
    name: "user's data: files behind a link are the checkout's",
    file: `${checkout}/path-state.ts`,
    search: 'if (!lstatOrNull(join(top, ...parts.slice(0, length)))?.isDirectory()) return null',
    replace: 'if (!lstatOrNull(join(top, ...parts.slice(0, length)))) return null',
    tests: followedBranch,
  },
  {
    name: "user's data: a moved branch removes the user's commit message",
    file: `${checkout}/follow-branch.ts`,
    search: 'if (offered.trimEnd() === message.trimEnd())',
    replace: "if (offered !== '')",
    tests: followedBranch,
  },
  {
    name: "user's data: files in the way are left to git, which overwrites ignored ones",
    file: `${checkout}/apply-to-checkout.ts`,
    search: 'if (there !== null) return',
    replace: "if (there === '') return",
    tests: [`${tests}/user-checkout.test.ts`],
  },
  {
    name: "user's data: an index that an agent changed is trusted",
    file: `${slot}/reset-git-dir.ts`,
    search: 'slot.indexDigest !== null && digestIndex(slot) === slot.indexDigest',
    replace: 'slot.indexDigest !== null && digestIndex(slot) !== null',
    tests: hostile,
  },
  {
    name: "user's data: a link in the place of a workspace is read",
    file: `${slot}/prepare-for-reading.ts`,
    search: 'if (!folder?.isDirectory()) {',
    replace: 'if (folder === null) {',
    tests: hostile,
  },
  {
    name: "user's data: git trusts files behind a link in a continued workspace",
    file: `${slot}/continue-workspace.ts`,
    search: 'if (found !== null && !found.isDirectory()) await removeFolder(path)',
    replace: 'if (found?.isFile()) await removeFolder(path)',
    tests: slots,
  },
  {
    name: "user's data: an agent's link to the user's git dir stays",
    file: `${slot}/fill-workspace.ts`,
    search: 'if (!isFolder(slot.dotGit)) return false',
    replace: 'if (!existsSync(slot.dotGit)) return false',
    tests: slots,
  },
  {
    name: "user's data: an overlay is written to the user's index",
    file: `${slot}/overlay-tree.ts`,
    search:
      "    const { stderr } = await repository.git(['update-index', '-z', '--replace', '--index-info'], {\n      env,\n",
    replace:
      "    const { stderr } = await repository.git(['update-index', '-z', '--replace', '--index-info'], {\n",
    tests: [`${tests}/overlays.test.ts`],
  },
]
