/** A GitHub account: decimal numeric id, and the login it had then. Only the id authorises. */
export interface Account {
  readonly id: string;
  readonly login: string;
}
