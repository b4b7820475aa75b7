package dev.assent.interop;

/** Narayana superior, Assent subordinate. */
@OneOfNarayana
class NarayanaSuperiorIT extends NestingContract {
    private Narayana narayana;

    @Override
    void open() {
        narayana = new Narayana(folder.resolve("narayana"));
        narayana.start();
        superior = narayana.member();
        subordinate = new AssentMember("assent", folder.resolve("assent"), Narayana.CONTEXT_ID);
    }

    @Override
    void close() {
        super.close();
        narayana.close();
    }
}
