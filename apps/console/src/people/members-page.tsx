import "./people.css";
import type { ApiResponse } from "@plugboard/api/client";
import {
  createInvitation,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
  updateMember,
} from "@plugboard/api/routes";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ConfirmButton } from "../changes/confirm-button.tsx";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAllOnce } from "../data/queries.ts";
import { useProduct } from "../product/console-product.ts";
import { ActionTable } from "../ui/action-table.tsx";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { Dialog, FormDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Page, Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { useNow } from "../ui/use-now.ts";
import { problemAt, TextField } from "../ui/text-field.tsx";
import { showToast } from "../ui/show-toast.ts";
import { AgentList } from "./agent-list.tsx";
import { AgentSubscriptions } from "./agent-subscriptions.tsx";
import { callAccounts, type SignInMethods } from "./call-accounts.ts";
import { ProvisioningPanel } from "./provisioning-panel.tsx";
import { RoleSelect } from "./role-select.tsx";
import { type SignedIn, useSignedIn } from "./use-person.ts";

type Member = ApiResponse<typeof listMembers>["items"][number];
type Invitation = ApiResponse<typeof listInvitations>["items"][number];

/** Lists the organization's members and invitations. */
export function MembersPage(): ReactNode {
  const { current } = useOrganizations();
  if (current === undefined) return null;
  return <MembersOf key={current.id} organizationId={current.id} title={current.title} />;
}

function MembersOf({ organizationId, title }: { readonly organizationId: string; readonly title: string }) {
  const signedIn = useSignedIn();
  // A product with its own sign-in invites people itself.
  const hasAccounts = useProduct().signInUrl === undefined;
  const [inviting, setInviting] = useState(false);
  const members = useReadAllOnce(listMembers, { params: { organizationId } });
  return (
    <Page
      title="Members"
      description={`Members of ${title} and their roles.`}
      actions={
        hasAccounts &&
        signedIn.isManager && (
          <Button icon={UserPlus} variant="primary" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <section className="panel" aria-label="Members">
        <ErrorMessage error={members.error} onRetry={() => void members.refetch()} />
        {members.isPending && <Skeleton />}
        {members.data?.length === 0 && (
          <p className="hint">
            No members yet. The server prints a link at startup that creates the first owner.
          </p>
        )}
        {members.data !== undefined && members.data.length > 0 && (
          <ActionTable columns={["Name", "Role", "Joined"]}>
            {members.data.map((member) => (
              <MemberRow key={member.id} {...{ organizationId, member, signedIn }} />
            ))}
          </ActionTable>
        )}
      </section>
      {hasAccounts && signedIn.isManager && <InvitationPanel organizationId={organizationId} />}
      {hasAccounts && signedIn.role === "owner" && <ProvisioningPanel organizationId={organizationId} />}
      {hasAccounts && signedIn.isManager && !signedIn.isAdministrator && (
        <section className="panel" aria-label="Agents">
          <h2>Agents</h2>
          <AgentList
            path={`/agents?organizationId=${organizationId}`}
            ownerOf={({ person }) => person.name}
            empty="Members can connect AI agents from their account page. Connected agents appear here."
          />
        </section>
      )}
      {signedIn.isManager && <AgentSubscriptions organizationId={organizationId} />}
      {inviting && <InviteDialog organizationId={organizationId} onClose={() => setInviting(false)} />}
    </Page>
  );
}

interface MemberRowProps {
  readonly organizationId: string;
  readonly member: Member;
  readonly signedIn: SignedIn;
}

function MemberRow({ organizationId, member, signedIn: { person, role, isManager } }: MemberRowProps) {
  const params = { organizationId, userId: member.id };
  const isOneself = person?.id === member.id;
  const mayChange = isManager && (role === "owner" || member.role !== "owner");
  const isSuspended = member.suspendedAt !== undefined;
  const { provisioned } = member;
  // Only owners choose owners.
  const isRoleProvisioned = provisioned?.setsRole === true && member.role !== "owner";
  const change = useChange(
    (next: Member["role"]) => api.call(updateMember, { params, body: { role: next } }),
    ({ name, role: next }) => showToast({ title: `${name} is now ${next}` }),
  );
  const restore = useChange(
    () => api.call(updateMember, { params, body: { suspended: false } }),
    ({ name }) => showToast({ title: `${name} has access again` }),
  );
  return (
    <tr>
      <td className="person">
        {member.name} {isOneself && <span className="badge">you</span>}
        {isSuspended && <span className="badge">suspended</span>}
        {provisioned !== undefined && <span className="badge">provisioned</span>}
        <div className="hint">{member.email}</div>
      </td>
      <td>
        {mayChange && !isRoleProvisioned ? (
          <RoleSelect
            label={`Role of ${member.name}`}
            value={member.role}
            mayMakeOwners={role === "owner"}
            onChange={(next) => change.mutate(next)}
          />
        ) : (
          member.role
        )}
        {isRoleProvisioned && <div className="hint">set by the identity provider</div>}
        <ErrorMessage error={change.error ?? restore.error} />
      </td>
      <td>
        <TimeAgo time={member.createdAt} />
      </td>
      <td>
        <div className="actions">
          {mayChange && isSuspended && provisioned?.active !== false && (
            <Button busy={restore.isPending} onClick={() => restore.mutate(undefined)}>
              Restore access
            </Button>
          )}
          {mayChange && !isOneself && !isSuspended && (
            <ConfirmButton
              label="Suspend"
              title={`Suspend ${member.name}?`}
              consequence={`${member.name} and their agents lose access until you restore it. Their role and drafts are kept. API keys keep working.`}
              action="Suspend"
              run={() => api.call(updateMember, { params, body: { suspended: true } })}
            />
          )}
          {(mayChange || isOneself) && (
            <ConfirmButton
              label={isOneself ? "Leave" : "Remove"}
              title={isOneself ? "Leave the organization?" : `Remove ${member.name}?`}
              consequence={`${isOneself ? "You lose" : `${member.name} loses`} access immediately and will need a new invitation to rejoin.`}
              action={isOneself ? "Leave" : "Remove"}
              run={async () => {
                await api.call(removeMember, { params });
                // Opens another organization.
                if (isOneself) location.assign("/");
              }}
            />
          )}
        </div>
      </td>
    </tr>
  );
}

function InvitationPanel({ organizationId }: { readonly organizationId: string }) {
  const { role: ownRole } = useSignedIn();
  const invitations = useReadAllOnce(listInvitations, { params: { organizationId } });
  const now = useNow();
  const [invited, setInvited] = useState<Invited>();
  const resend = useInvite(organizationId, setInvited);
  const revoke = useChange((invitationId: string) =>
    api.call(revokeInvitation, { params: { organizationId, invitationId } }),
  );
  return (
    <section className="panel" aria-label="Invitations">
      <h2>Invitations</h2>
      <ErrorMessage error={invitations.error} onRetry={() => void invitations.refetch()} />
      <ErrorMessage error={resend.error ?? revoke.error} />
      {invitations.data?.length === 0 && <p className="hint">No pending invitations.</p>}
      <ul className="plain-list" hidden={invitations.data?.length === 0}>
        {invitations.data?.map(({ id, email, role, expiresAt }) => (
          <li key={id} className="row">
            <span className="clip" title={email}>
              {email}
            </span>
            <span className="badge">{role}</span>
            <span className="hint end">
              {Date.parse(expiresAt) > now ? "expires" : "expired"} <TimeAgo time={expiresAt} />
            </span>
            {(role !== "owner" || ownRole === "owner") && (
              <Button
                aria-label={`Resend the invitation of ${email}`}
                title="Creates a new link. The earlier one stops working."
                busy={resend.isPending && resend.variables.email === email}
                onClick={() => resend.mutate({ email, role })}
              >
                Resend
              </Button>
            )}
            <Button
              aria-label={`Withdraw the invitation of ${email}`}
              busy={revoke.isPending && revoke.variables === id}
              onClick={() => revoke.mutate(id)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      {invited !== undefined && <InvitedDialog invited={invited} onClose={() => setInvited(undefined)} />}
    </section>
  );
}

/** A created invitation. */
interface Invited {
  readonly email: string;
  readonly url: string;
  /** Whether the link was emailed. */
  readonly sent: boolean;
  /** Whether the link replaces an earlier one. */
  readonly isResent: boolean;
}

/** Returns a mutation that invites a person, by email if the server sends mail. */
function useInvite(organizationId: string, onDone: (invited: Invited) => void) {
  const { person } = useSignedIn();
  const methods = useQuery({
    queryKey: ["accounts", "/methods"],
    queryFn: () => callAccounts<SignInMethods>("/methods"),
  });
  return useChange(async ({ email, role }: Pick<Invitation, "email" | "role">) => {
    const { token, isResent } = await api.call(createInvitation, {
      params: { organizationId },
      body: { email, role },
    });
    const sent = methods.data?.emailLinks === true && person !== undefined;
    if (sent) await callAccounts("/invitations/send", { token });
    return { email, url: `${location.origin}/invitation#${token}`, sent, isResent };
  }, onDone);
}

function InvitedDialog({
  invited: { email, url, sent, isResent },
  onClose,
}: {
  readonly invited: Invited;
  readonly onClose: () => void;
}) {
  const life = `It works once and expires in a week.${isResent ? " The earlier link no longer works." : ""}`;
  return (
    <Dialog
      title={isResent ? "Invited again" : "Invited"}
      description={
        sent
          ? `We sent ${isResent ? "a new" : "an"} invitation to ${email}. ${life}`
          : `Share this ${isResent ? "new " : ""}link with ${email}. ${life} You won’t be able to see it again.`
      }
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {!sent && <Copyable text={url} label="Copy link" />}
    </Dialog>
  );
}

function InviteDialog({
  organizationId,
  onClose,
}: {
  readonly organizationId: string;
  readonly onClose: () => void;
}) {
  const { role: ownRole } = useSignedIn();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Member["role"]>("editor");
  const [invited, setInvited] = useState<Invited>();
  const invite = useInvite(organizationId, setInvited);
  if (invited !== undefined) return <InvitedDialog invited={invited} onClose={onClose} />;
  return (
    <FormDialog
      title="Invite member"
      description="They’ll join with a new or existing account, with the role you choose."
      action="Invite"
      busy={invite.isPending}
      error={invite.error}
      fields={["email"]}
      onSubmit={() => invite.mutate({ email, role })}
      onClose={onClose}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        problem={problemAt(invite.error, "email")}
        required
      />
      <RoleSelect
        label="Role"
        showsLabel
        value={role}
        mayMakeOwners={ownRole === "owner"}
        onChange={setRole}
      />
    </FormDialog>
  );
}
