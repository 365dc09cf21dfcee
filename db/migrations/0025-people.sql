-- People who use the portals: who they are, how they sign in, what they may.

create table people (
  person_id     text   not null primary key,
  -- Lower case, without spaces at its ends.
  email         text   not null unique,
  name          text   not null,
  language      text   not null default 'pt-BR' constraint language_is_spoken check (language in ('pt-BR', 'en')),
  -- argon2id, in the PHC form; null = signs in with passkeys only.
  password_hash text,
  -- The secret of time-based codes, sealed; null = none. It is asked for once it has been confirmed.
  code_secret   bytea,
  code_since    bigint,
  -- The step of the last code that was taken, so that none is taken twice.
  code_step     bigint,
  created_at    bigint not null,
  -- The last time; null = never.
  signed_in_at  bigint,
  disabled_at   bigint,
  constraint code_is_confirmed_with_a_secret check (code_since is null or code_secret is not null)
);

-- Public keys of authenticators.
create table passkeys (
  passkey_id    text    not null primary key,
  -- As the authenticator names it, base64url.
  credential_id text    not null unique,
  person_id     text    not null references people,
  public_key    bytea   not null,
  counter       bigint  not null,
  transports    text[]  not null default '{}',
  -- The host name it belongs to.
  rp_id         text    not null,
  name          text    not null,
  created_at    bigint  not null,
  last_used_at  bigint
);
create index passkeys_of_person on passkeys (person_id, created_at);

-- Challenges that an authenticator has to sign; each serves once.
create table passkey_challenges (
  challenge_hash bytea  not null primary key,
  -- Whose new passkey; null = somebody signs in.
  person_id      text,
  expires_at     bigint not null
);
create index passkey_challenges_expiring on passkey_challenges (expires_at);

-- What a person may, for the marketplace or for a seller.
create table memberships (
  person_id   text   not null references people,
  -- 0 = the marketplace.
  seller_id   bigint not null,
  role        text   not null,
  created_at  bigint not null,
  disabled_at bigint,
  primary key (person_id, seller_id),
  constraint role_is_known check (
    case when seller_id = 0 then role in ('admin', 'catalog', 'risk', 'orders', 'fulfillment', 'integration', 'support')
         else role in ('administrator', 'catalogue', 'stock', 'orders', 'accounting', 'support') end
  )
);
create index memberships_of_seller on memberships (seller_id, person_id);

-- Who is signed in; looked up by the hash of the cookie's token. Instants are of the wall clock, which a sandbox does not move.
create table sessions (
  session_id     text    not null primary key,
  token_hash     bytea   not null unique,
  person_id      text    not null references people,
  -- The token before the last change of it, which calls under way may still carry.
  previous_hash  bytea,
  previous_until timestamptz,
  -- The next call gets another token.
  rotation_due   boolean not null default false,
  created_at     bigint  not null,
  last_seen_at   bigint  not null,
  expires_at     bigint  not null,
  ended_at       bigint,
  way            text    not null constraint way_is_known check (way in ('password', 'passkey', 'invitation')),
  address        text    not null,
  agent          text    not null
);
create index sessions_of_person on sessions (person_id, created_at);
create index sessions_by_previous_token on sessions (previous_hash) where previous_hash is not null;
create index sessions_expiring on sessions (expires_at);

-- One-time codes: for somebody new, or to begin again with another password.
create table invitations (
  code_hash     bytea  not null primary key,
  invitation_id text   not null unique,
  kind          text   not null constraint kind_is_known check (kind in ('join', 'reset')),
  -- Who it is for: of somebody new, who they will be.
  person_id     text   not null,
  -- Null = whoever accepts says their own.
  email         text,
  name          text   not null,
  -- 0 = the marketplace; with the role, null in a reset.
  seller_id     bigint,
  role          text,
  invited_by    text   not null,
  created_at    bigint not null,
  expires_at    bigint not null,
  used_at       bigint,
  revoked_at    bigint,
  constraint joins_somewhere check ((kind = 'join') = (seller_id is not null) and (kind = 'join') = (role is not null))
);
create index invitations_of_seller on invitations (seller_id, created_at);
create index invitations_of_email on invitations (email, created_at);

-- What somebody has proposed to do with a frozen order, where it takes two people.
create table order_proposals (
  seller_id    bigint  not null,
  order_number text    not null,
  move         text    not null constraint proposed_move_is_known check (move in ('release', 'refuse')),
  -- The version of the order that it is about; about a later one it means nothing.
  version      integer not null,
  proposed_by  text    not null,
  proposed_at  bigint  not null,
  primary key (seller_id, order_number)
);
alter table order_proposals enable row level security;
alter table order_proposals force row level security;
create policy seen_sellers on order_proposals using ((select current_setting('vitrine.sellers', true) = '*')
  or seller_id = any ((select nullif(nullif(current_setting('vitrine.sellers', true), '*'), '')::bigint[])::bigint[]));
