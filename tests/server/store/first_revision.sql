-- A database of revision 0001, with a game and a participant.
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE errors (
    id INTEGER NOT NULL,
    wall DOUBLE NOT NULL,
    place TEXT NOT NULL,
    text TEXT NOT NULL,
    CONSTRAINT pk_errors PRIMARY KEY (id)
);
CREATE TABLE games (
    game_id VARCHAR(64) NOT NULL,
    created DOUBLE NOT NULL,
    ended VARCHAR(20),
    game TEXT NOT NULL,
    owner VARCHAR(32),
    seeking VARCHAR(100),
    CONSTRAINT pk_games PRIMARY KEY (game_id)
);
CREATE TABLE owners (
    owner_id VARCHAR(32) NOT NULL,
    name VARCHAR(60) NOT NULL,
    wall DOUBLE,
    told TEXT NOT NULL,
    CONSTRAINT pk_owners PRIMARY KEY (owner_id)
);
CREATE TABLE participants (
    participant_id VARCHAR(16) NOT NULL,
    study VARCHAR(40) NOT NULL,
    person VARCHAR(64) NOT NULL,
    created DOUBLE NOT NULL,
    CONSTRAINT pk_participants PRIMARY KEY (participant_id)
);
CREATE TABLE server (
    id INTEGER NOT NULL,
    secret BLOB NOT NULL,
    CONSTRAINT pk_server PRIMARY KEY (id)
);
CREATE TABLE sessions (
    digest VARCHAR(64) NOT NULL,
    ends DOUBLE NOT NULL,
    CONSTRAINT pk_sessions PRIMARY KEY (digest)
);
INSERT INTO alembic_version VALUES('0001');
CREATE TABLE entries (
    game_id VARCHAR(64) NOT NULL,
    number INTEGER NOT NULL,
    wall DOUBLE NOT NULL,
    entry TEXT NOT NULL,
    CONSTRAINT pk_entries PRIMARY KEY (game_id, number),
    CONSTRAINT fk_entries_game_id FOREIGN KEY(game_id) REFERENCES games (game_id)
) WITHOUT ROWID;
CREATE TABLE ledger (
    participant_id VARCHAR(16) NOT NULL,
    number INTEGER NOT NULL,
    wall DOUBLE NOT NULL,
    entry TEXT NOT NULL,
    CONSTRAINT pk_ledger PRIMARY KEY (participant_id, number),
    CONSTRAINT fk_ledger_participant_id FOREIGN KEY(participant_id) REFERENCES participants (participant_id)
) WITHOUT ROWID;
CREATE INDEX ix_games_created ON games (created);
CREATE INDEX ix_games_ended ON games (ended);
CREATE INDEX ix_games_owner ON games (owner);
CREATE UNIQUE INDEX ix_participants_study ON participants (study, person);
CREATE INDEX ix_participants_person ON participants (person);
INSERT INTO games VALUES('00000000000000a1',1700000000.0,'leader-left','{"game_id":"00000000000000a1","created":1700000000.0,"spec":{"mode":"agent","seed":7,"is_seed_known":false,"agents":{"follower":"rule-based"},"treatment":{"name":"","values":{},"rules":{"leader_steps":5,"follower_steps":10,"leader_seconds":45.0,"follower_seconds":15.0,"half_turns":12,"extra_half_turns":[10,8,8,6,6,4,4,2,2,2],"cards":21,"path_objects":25,"solvable":false,"cancelling":"never","thumbs":false,"remarks":false},"sight":"camera","agent_sight":"full","pace_seconds":[0.2,0.8],"reading_seconds":0.0,"typing_seconds":0.0,"steps_per_instruction":60,"follower":"","leader":"","grace_seconds":15.0,"offers_agents":true,"shows_plans":true,"stores_plans":true},"tutorial":null,"study":null},"package":"0.1.0","rules_version":1}',NULL,NULL);
INSERT INTO participants VALUES('00000000000000b1','maps','cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc',1700000000.0);
INSERT INTO entries VALUES('00000000000000a1',0,1700000000.0,'{"type":"seat","at":0.0,"role":"leader","participant":{"kind":"human","name":"Ann","id":"0a1b2c"}}');
INSERT INTO entries VALUES('00000000000000a1',1,1700000001.0,'{"type":"seat","at":0.0,"role":"follower","participant":{"kind":"agent","name":"rule-based","version":"0.1.0"}}');
INSERT INTO entries VALUES('00000000000000a1',2,1700000002.0,'{"type":"resume","at":0.0}');
INSERT INTO entries VALUES('00000000000000a1',3,1700000003.0,'{"type":"instruct","at":1.5,"text":"turn left"}');
INSERT INTO entries VALUES('00000000000000a1',4,1700000004.0,'{"type":"end","at":2.5,"how":"leader-left","score":0}');
INSERT INTO ledger VALUES('00000000000000b1',0,1700000000.0,'{"type":"arrived","visit":1,"window":1}');
INSERT INTO errors VALUES(1,1700000000.0,'rooms','something went wrong');
