import type { shells } from './shells.ts'

/** Returns the script that a shell loads to complete the words of `amelia`. It asks `amelia __complete`. */
export const completionScript = (shell: (typeof shells)[number]): string => scripts[shell]

const scripts = {
  // Bash splits words at colons, which the ids of questions contain, so the line is split here.
  bash: `# Completion of amelia in bash: source <(amelia completion bash)
_amelia() {
  local line=\${COMP_LINE:0:COMP_POINT} words current found value
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current=\${words[\${#words[@]}-1]}
  COMPREPLY=()
  found=$(amelia __complete -- "\${words[@]:1}" 2>/dev/null) || return 0
  if [[ $found == :files ]]; then
    compopt -o default
    return 0
  fi
  local known=\${current%"\${current##*[:=]}"}
  while IFS=$'\\t' read -r value _; do
    [[ -n $value ]] && COMPREPLY+=("\${value#"$known"}")
  done <<<"$found"
}
complete -F _amelia amelia
`,
  zsh: `#compdef amelia
# Completion of amelia in zsh: source <(amelia completion zsh)
_amelia() {
  local -a lines values
  local line
  lines=("\${(@f)$(amelia __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ \${lines[1]} == ':files' ]]; then
    _files
    return
  fi
  for line in "\${lines[@]}"; do
    [[ -n $line ]] && values+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  (( \${#values} )) && _describe amelia values
}
if [[ \${funcstack[1]} == _amelia ]]; then _amelia "$@"; else compdef _amelia amelia; fi
`,
  fish: `# Completion of amelia in fish: amelia completion fish | source
function __amelia_complete
  set -l words (commandline -opc) (commandline -ct)
  set -l found (amelia __complete -- $words[2..-1] 2>/dev/null)
  if test "$found[1]" = ':files'
    __fish_complete_path (commandline -ct)
    return
  end
  printf '%s\\n' $found
end
complete -c amelia -f -a '(__amelia_complete)'
`,
} as const
