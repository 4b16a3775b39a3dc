const pattern =
  /^(?:git )?commit(?: (?:(?:all|the|these|your|my|any) )*(?:changes?|work|progress|everything|it|code|files?))?(?: \([^()]{0,60}\))?[.!:]?$|^(?:git )?commit: ?[a-z]+(?:\([\w-]+\))?!?: .*$/i

/** Whether a title, without a label such as `Step 5:`, only asks for a commit, which the engine makes. */
export const isCommitTitle = (title: string): boolean => pattern.test(title.slice(0, 200).trim())
