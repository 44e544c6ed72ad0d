import { type Role, roles } from "@plugboard/api";

// In display order.
const meanings: Readonly<Record<Role, string>> = {
  owner: "full access, including ownership",
  admin: "manages members, API keys, installations and settings",
  editor: "changes content",
  developer: "publishes integrations",
  operator: "views and resends deliveries",
  reader: "reads",
};

interface RoleSelectProps {
  readonly label: string;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
  /** Only owners can assign the owner role. */
  readonly mayMakeOwners: boolean;
  /** Shows the label and a description of the role. */
  readonly showsLabel?: boolean;
}

/** Chooses the role of a member or API key. */
export function RoleSelect({ label, value, onChange, mayMakeOwners, showsLabel = false }: RoleSelectProps) {
  const select = (
    <select
      aria-label={showsLabel ? undefined : label}
      value={value}
      onChange={({ target }) => onChange(roles.find((role) => role === target.value) ?? value)}
    >
      {roles
        .filter((role) => role !== "owner" || mayMakeOwners)
        .map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
    </select>
  );
  if (!showsLabel) return select;
  return (
    <label>
      {label}
      {select}
      <span className="hint">{meanings[value]}</span>
    </label>
  );
}
