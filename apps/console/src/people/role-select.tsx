import { type Role, roles } from "@plugboard/api";

// In the order in which the roles are listed.
const meanings: Readonly<Record<Role, string>> = {
  owner: "everything, and who else is an owner",
  admin: "members, keys, installations and settings",
  editor: "changes content",
  developer: "publishes integrations",
  operator: "sees and repeats deliveries",
  reader: "reads",
};

interface RoleSelectProps {
  readonly label: string;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
  /** Only owners make owners. */
  readonly mayMakeOwners: boolean;
  /** Shows the label, and what the role may do. */
  readonly showsLabel?: boolean;
}

/** Chooses what somebody, or a key, may do. */
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
