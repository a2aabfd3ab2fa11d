"""The documentation as a site: the pages of docs/, and pages generated from the code when it is built.

``./test docs`` builds it into build/site. Nothing that is generated here is kept in git.
"""
