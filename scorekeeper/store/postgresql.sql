-- What PostgreSQL is told in its own words: the promises of the tables that a trigger keeps.

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'integrity_constraint_violation'; END
$$;

CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history
    FOR EACH ROW EXECUTE FUNCTION refuse('history is only ever added to');
CREATE TRIGGER house_versions_are_never_changed BEFORE UPDATE ON house_versions
    FOR EACH ROW EXECUTE FUNCTION refuse('a version of a house never changes');
CREATE TRIGGER class_work_is_never_changed BEFORE UPDATE ON class_work
    FOR EACH ROW EXECUTE FUNCTION refuse('work is only ever added to');
CREATE TRIGGER practice_goes_on_step_by_step BEFORE UPDATE ON practice
    FOR EACH ROW WHEN (NEW.version <> OLD.version + 1)
    EXECUTE FUNCTION refuse('every change of what was practised follows on the one before');
CREATE TRIGGER sets_are_never_changed
    BEFORE UPDATE OF id, code, key_code, house, level, kinds, sheets, write_id, content, made_at ON sets
    FOR EACH ROW EXECUTE FUNCTION refuse('what stands on paper never changes');

-- A history is cut only where its game was emptied, and work only with its class.
CREATE FUNCTION refuse_a_cut() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE stands boolean;
    BEGIN
        IF TG_TABLE_NAME = 'history' THEN
            SELECT state <> '[]' INTO stands FROM games WHERE id = OLD.game;
        ELSE
            SELECT true INTO stands FROM classes WHERE id = OLD.class;
        END IF;
        IF stands THEN
            RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END
$$;
CREATE TRIGGER history_is_never_cut BEFORE DELETE ON history FOR EACH ROW EXECUTE FUNCTION refuse_a_cut();
CREATE TRIGGER class_work_is_never_cut BEFORE DELETE ON class_work FOR EACH ROW EXECUTE FUNCTION refuse_a_cut();

-- The versions of a house are cut only where it was emptied.
CREATE FUNCTION refuse_a_cut_of_versions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (SELECT rules <> '{}' FROM houses WHERE id = OLD.house) THEN
            RAISE EXCEPTION 'a version of a house never changes' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN OLD;
    END
$$;
CREATE TRIGGER house_versions_are_never_cut BEFORE DELETE ON house_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_a_cut_of_versions();
