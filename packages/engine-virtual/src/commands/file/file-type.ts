/** What a file is, in the words of `file`, and as MIME has it. */
export interface FileType {
  readonly words: string;
  readonly mime: string;
}
