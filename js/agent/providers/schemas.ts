// The schemas by which the providers' libraries check answers: what those use of zod, which is 70 KB. lean.mjs puts this in
// zod's place. An unknown key of an object is left out, unless the object is loose; what is wrong is not said.

/** The value as the schema has it; undefined if it does not fit. */
type Read = (value: unknown) => { readonly value: unknown } | undefined;

/** A schema. The libraries tell it by `_zod`. */
class Schema {
  readonly _zod = true;
  readonly read: Read;
  /** Whether an object may be without it. */
  readonly isOptional: boolean;

  constructor(read: Read, isOptional = false) {
    this.read = read;
    this.isOptional = isOptional;
  }

  optional = (): Schema => this.#or(undefined, true);
  nullable = (): Schema => this.#or(null, this.isOptional);
  nullish = (): Schema => this.nullable().optional();
  catch = (instead: unknown): Schema => new Schema((value) => this.read(value) ?? { value: instead }, this.isOptional);

  #or(other: null | undefined, isOptional: boolean): Schema {
    return new Schema((value) => (value === other ? { value } : this.read(value)), isOptional);
  }
}

type Shape = Readonly<Record<string, Schema>>;

/** An object with these keys. */
class ObjectSchema extends Schema {
  readonly #shape: Shape;

  constructor(shape: Shape, isLoose = false) {
    super((value) => readObject(value, shape, isLoose));
    this.#shape = shape;
  }

  loose = (): Schema => looseObject(this.#shape);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readObject(given: unknown, shape: Shape, isLoose: boolean): ReturnType<Read> {
  if (!isObject(given)) return undefined;
  const value: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(shape)) {
    // As in zod: it would become the prototype.
    if (key === "__proto__") continue;
    const isThere = key in given;
    const read = isThere || schema.isOptional ? schema.read(given[key]) : undefined;
    if (!read) return undefined;
    if (read.value !== undefined || isThere) value[key] = read.value;
  }
  if (isLoose)
    for (const [key, one] of Object.entries(given))
      if (key !== "__proto__" && !Object.prototype.hasOwnProperty.call(shape, key)) value[key] = one;
  return { value };
}

const only = (isTaken: (value: unknown) => boolean): Schema =>
  new Schema((value) => (isTaken(value) ? { value } : undefined));

export const object = (shape: Shape): Schema => new ObjectSchema(shape);
export const looseObject = (shape: Shape): Schema => new ObjectSchema(shape, true);
export const string = (): Schema => only((value) => typeof value === "string");
export const number = (): Schema => only(Number.isFinite);
export const boolean = (): Schema => only((value) => typeof value === "boolean");
export const unknown = (): Schema => only(() => true);
export const literal = (one: unknown): Schema => only((value) => value === one);
const enumOf = (values: readonly unknown[]): Schema => only((value) => values.includes(value));
export { enumOf as enum };

export const array = (items: Schema): Schema =>
  new Schema((value) => {
    if (!Array.isArray(value)) return undefined;
    const read = value.map(items.read);
    return read.includes(undefined) ? undefined : { value: read.map((one) => one?.value) };
  });

export const record = (_: Schema, values: Schema): Schema =>
  new Schema((value) =>
    isObject(value)
      ? readObject(value, Object.fromEntries(Object.keys(value).map((key) => [key, values])), false)
      : undefined,
  );

export const union = (options: readonly Schema[]): Schema =>
  new Schema((value) => {
    for (const option of options) {
      const read = option.read(value);
      if (read) return read;
    }
    return undefined;
  });

export const discriminatedUnion = (_: string, options: readonly Schema[]): Schema => union(options);

/** As zod's function of this name. */
export function safeParseAsync(schema: Schema, value: unknown) {
  const read = schema.read(value);
  return read ? { success: true, data: read.value } : { success: false, error: new Error("Invalid input") };
}
