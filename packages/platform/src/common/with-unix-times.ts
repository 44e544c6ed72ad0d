/** A resource of the API with times as numbers (Unix time in milliseconds). */
export type WithUnixTimes<Resource, Time extends keyof Resource> = {
  readonly [Field in keyof Resource]: Field extends Time
    ? number | Extract<Resource[Field], undefined>
    : Resource[Field];
};
